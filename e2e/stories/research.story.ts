import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FetchPolicy } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { connectMcp } from '../suite/mcp-client.ts';
import type { TellStory } from './story.ts';

const pmid = '990000001';
const nctId = 'NCT99000001';
const question = 'What was the median time to recovery from Marlow fever with lumiravir?';

/** Records of a research run as documents of the team. */
export function describeResearch(tell: TellStory): void {
  describe('research', () => {
    let collection_id: string;
    let runId: string;
    beforeAll(async () => {
      const { api } = tell();
      const query = 'Trials and publications on lumiravir in Marlow fever';
      const run = await api.call('research', { body: { query, time_budget_ms: 60_000 } });
      runId = run.checkpoint_id;
      collection_id = await api.createCollection('Literature');
    });

    const save = async (fetch_policy: FetchPolicy) => {
      const { documents } = await tell().api.call('saveResearch', {
        params: { id: runId },
        body: { collection_id, pmids: [pmid], nct_ids: [nctId], fetch_policy },
      });
      return new Map(documents.map(({ external_id, document_id }) => [external_id, document_id]));
    };
    const whenReady = (id: string, version: number) =>
      eventually(
        async () => {
          const document = await tell().api.call('getDocument', { params: { id } });
          return document.status === 'ready' && document.version === version && document;
        },
        { timeoutMs: 60_000 },
      );
    const within = () => ({ collection_filter: { collection_ids: [collection_id] } });
    const find = async (query: string) => {
      const { chunks } = await tell().api.call('search', { body: { query, ...within() } });
      return chunks;
    };

    it('saves records as documents that are found and cited as others, new ones when they change', async () => {
      const { api, suite } = tell();
      const saved = await save('cache_then_network');
      const id = saved.get(`pubmed:${pmid}`) ?? '';
      await whenReady(saved.get(`clinicaltrials:${nctId}`) ?? '', 1);
      const document = await whenReady(id, 1);
      expect(document).toMatchObject({
        external_id: `pubmed:${pmid}`,
        url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
        metadata: { source: 'pubmed', pmid, retracted: false },
      });
      const found = await find('recovery with lumiravir and placebo');
      expect(found.map(({ document_id }) => document_id)).toContain(id);
      const asked = await api.call('ask', { body: { question, ...within() } });
      expect(asked.answer).toContain('6 days');
      expect(asked.citations).toMatchObject([
        { id: expect.stringMatching(/^cit_/), document_id: id, version: 1, supported: true },
      ]);

      expect(await save('network_only')).toEqual(saved);
      suite.literature.changeRecord(pmid, '6 days with lumiravir', '5 days with lumiravir');
      await save('cache_then_network');
      expect((await api.call('getDocument', { params: { id } })).version).toBe(1);
      expect(await save('network_only')).toEqual(saved);
      await whenReady(id, 2);
      const texts = (await find('days with lumiravir')).map(({ text }) => text).join('\n');
      expect(texts).toContain('5 days with lumiravir');
      expect(texts).not.toContain('6 days with lumiravir');
      const again = await api.call('ask', { body: { question, ...within() } });
      expect(again.citations).toMatchObject([{ document_id: id, version: 2 }]);
      expect(again.answer).toContain('5 days');
    });

    it('cites a quote of an own document by one id, live, stored, over MCP and in a conversation', async () => {
      const { api } = tell();
      const query = `By our documents: ${question}`;
      const run = await api.call('research', { body: { query, ...within() } });
      const quoted = run.citations.filter(({ kind }) => kind === 'document');
      expect(quoted[0]?.id).toMatch(/^cit_/);
      const stored = await api.call('getResearch', { params: { id: run.checkpoint_id } });
      expect(stored.result?.citations).toEqual(run.citations);
      const client = await connectMcp(api);
      const called = await client.callTool({ name: 'research', arguments: { query } });
      await client.close();
      // The tool asks all documents, so that others of this suite may be quoted beside these.
      expect(called.structuredContent).toMatchObject({
        citations: expect.arrayContaining(quoted.map(({ id }) => expect.objectContaining({ id }))),
      });
      const turn = await api.call('chat', {
        body: { message: query, mode: 'research', ...within() },
      });
      expect(turn.citations.map(({ id }) => id)).toEqual(quoted.map(({ id }) => id));
      const asked = await api.call('ask', { body: { question, ...within() } });
      // The place of a quote makes its id, whoever answers.
      for (const { id, document_id, version, start, end } of [...quoted, ...asked.citations]) {
        const place = [document_id, version, start, end].join(':');
        const hash = createHash('sha256').update(place).digest('hex');
        expect(id).toBe(`cit_${hash.slice(0, 24)}`);
      }
    });
  });
}
