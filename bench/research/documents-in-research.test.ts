import { describe, expect, it } from '@jest/globals';
import { createCitationId } from '@lectern/answering';
import { chatResponseSchema, type ResearchCitation, type ResearchDetail } from '@lectern/contracts';
import { unknownCollection } from './own-documents.ts';
import { query, readJson, relaxed, setUpTestSite } from './set-up-test-site.ts';

const site = await setUpTestSite();

describe('own documents in research', () => {
  it.each(['What do our documents say about remdesivir?', query])(
    'refuses a collection that the caller does not have before it begins: %s',
    async (question) => {
      const refused = await site.call('POST', '/research', {
        query: question,
        collection_filter: { collection_ids: [unknownCollection] },
      });
      expect(refused.status).toBe(404);
      expect(await readJson(Promise.resolve(refused))).toMatchObject({
        error: { code: 'collection_not_found' },
      });
      const { runs } = await readJson(site.call('GET', '/research?limit=1'));
      expect(runs[0]?.query).not.toBe(question);
    },
  );

  it('gives a quote of an own document the id that it has in every answer', async () => {
    const question = 'What do our documents say about the storage of insulin glargine?';
    const run = await site.ask({ query: question });
    const [citation] = run.citations;
    expect(citation).toMatchObject({
      kind: 'document',
      quote: expect.stringContaining('is stored'),
    });
    const { document_id, version, start = 0, end = 0 } = citation as ResearchCitation;
    const passage = { documentId: document_id ?? '', version: version ?? 0 };
    expect(citation?.id).toBe(createCitationId(passage, { start, end }));
    const stored = await readJson(site.call('GET', `/research/${run.checkpoint_id}`));
    expect(stored.result.citations).toEqual(run.citations);
    const body = { message: question, mode: 'research' };
    const turn = chatResponseSchema.parse(await readJson(site.call('POST', '/chat/mcp', body)));
    expect(turn.citations.map(({ id }) => id)).toEqual(run.citations.map(({ id }) => id));
    const path = `/conversations/${turn.conversation_id}/messages`;
    const { messages } = await readJson(site.call('GET', path));
    expect(messages.at(-1).citations).toEqual(turn.citations);
  });

  it('finds English documents for a question in Russian by the names in its frame', async () => {
    const run = await site.ask({
      query: 'Что говорят наши документы о ремдесивире?',
      frame_changes: { entities: { interventions: ['remdesivir'] } },
    });
    expect(run).toMatchObject({ abstained: false, missing: [] });
    expect(run.answer).toMatch(/remdesivir 200 mg .*\[1\]/);
    expect(run.trace.tool_calls.map(({ arguments: { query } }) => query)).toEqual([
      run.query,
      'remdesivir',
    ]);
  });

  it('is read without the words of documents that are gone, and says why', async () => {
    const asked = await site.ask({
      query: 'What does our protocol say about remdesivir?',
      ...relaxed,
    });
    const own = asked.citations.find(({ kind }) => kind === 'document');
    expect(own?.quote).toContain('remdesivir');
    site.own.withdrawn.add(own?.document_id ?? '');
    const path = `/research/${asked.checkpoint_id}`;
    const { result } = (await (await site.call('GET', path)).json()) as ResearchDetail;
    const gone = { withheld: 'document_unavailable' };
    expect(asked.answer).toContain('remdesivir 200 mg');
    expect(result?.answer).not.toContain('remdesivir 200 mg');
    expect(result?.answer).toContain('its document was deleted');
    expect(result?.citations.find(({ kind }) => kind === 'document')).toMatchObject({
      ...gone,
      quote: '',
    });
    expect(result?.tables.documents[0]).toMatchObject({ ...gone, text: '' });
    const exported = await (await site.call('GET', `${path}/export?format=markdown`)).text();
    const [, sources] = exported.split('## Sources');
    expect(sources).toContain('its document was deleted');
    expect(sources).not.toContain('100 mg');
    site.own.withdrawn.clear();
  });

  it('names what was not looked up to those alone who may read where it stands', async () => {
    const asked = await site.ask({ query: 'What does our memo say about zorvastin?', ...relaxed });
    expect(asked.answer).toContain('not looked up:\n- NCT55501234, ISRCTN12345678 [1]');
    for (const { document_id } of asked.tables.documents) site.own.withdrawn.add(document_id);
    const detail = await site.call('GET', `/research/${asked.checkpoint_id}`);
    const { result } = (await detail.json()) as ResearchDetail;
    expect(result?.answer).not.toMatch(/NCT55501234|ISRCTN/);
    site.own.withdrawn.clear();
  });

  it('goes on without the words of documents that are gone meanwhile', async () => {
    site.recorded.setFault('ncbi', 'down');
    const partial = await site.ask({
      query: 'What do our documents and published studies say about remdesivir?',
      ...relaxed,
      fetch_policy: 'network_only',
    });
    expect(partial.missing).toMatchObject([{ node: 'pubmed_search' }]);
    expect(partial.answer).toContain('remdesivir 200 mg');
    for (const { document_id } of partial.tables.documents) site.own.withdrawn.add(document_id);
    site.recorded.setFault('ncbi', undefined);
    const resumed = await site.call('POST', `/research/${partial.checkpoint_id}/resume`, {});
    expect(await resumed.text()).not.toContain('remdesivir 200 mg');
    site.own.withdrawn.clear();
  });
});
