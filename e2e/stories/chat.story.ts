import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Citation } from '@lectern/contracts';
import { parseJsonEventStream, type UIMessageChunk, uiMessageChunkSchema } from 'ai';
import type { Api } from '../suite/api.ts';
import { manual, readCommittedFile } from '../suite/committed-files.ts';
import type { TellStory } from './story.ts';

const question = 'How often must the backup battery of the weather station be replaced?';

/** `POST /api/chat/mcp` in both forms, and the conversations that it makes. */
export function describeChat(tell: TellStory): void {
  describe('chat', () => {
    let documentId: string;
    let collection_filter: { collection_ids: string[] };

    beforeAll(async () => {
      const { api } = tell();
      const collectionId = await api.createCollection('Chat');
      collection_filter = { collection_ids: [collectionId] };
      const [accepted] = await api.uploadAccepted(collectionId, [await readCommittedFile(manual)]);
      documentId = accepted?.id ?? '';
      await api.waitUntilFinal(documentId);
    });

    it('answers with citations whose offsets point to the quote', async () => {
      const { api } = tell();
      const answer = await api.call('chat', { body: { message: question, collection_filter } });
      expect(answer.answer).toMatch(/eighteen months.*\[1\]/is);
      expect(answer).toMatchObject({ abstained: false, warnings: [] });
      expect(answer.tool_calls).toMatchObject([{ tool: 'retrieve_context', status: 'ok' }]);
      expect(answer.citations).not.toHaveLength(0);
      for (const citation of answer.citations) {
        expect(citation).toMatchObject({ document_id: documentId, supported: true });
        expect(await readQuote(api, citation)).toBe(citation.quote);
      }
      expect(answer.citations[0]).toMatchObject({ n: 1, page: 2 });
    });

    it('streams the same as the AI SDK reads it', async () => {
      const { api } = tell();
      const parts = await stream(api, { message: question, collection_filter });
      const types = parts.map(({ type }) => type);
      expect(types[0]).toBe('start');
      expect(types.at(-1)).toBe('finish');
      expect(types.filter((type) => type === 'data-status')).toHaveLength(2);
      expect(types.indexOf('data-status')).toBeLessThan(types.indexOf('text-delta'));
      expect(types).toContain('source-document');
      expect(types.slice(-2)).toEqual(['data-citations', 'finish']);
      const { citations, answer } = readCitations(parts);
      expect(textOf(parts)).toBe(answer);
      expect(citations).not.toHaveLength(0);
      for (const citation of citations) {
        expect(await readQuote(api, citation)).toBe(citation.quote);
      }
    });

    it('answers a single question with citations at /api/ask', async () => {
      const { api } = tell();
      const answer = await api.call('ask', { body: { question, collection_filter } });
      expect(answer).toMatchObject({ abstained: false });
      expect(answer.answer).toMatch(/eighteen months/i);
      for (const citation of answer.citations) {
        expect(await readQuote(api, citation)).toBe(citation.quote);
      }
      expect(answer.used_chunk_ids).toContain(answer.citations[0]?.chunk_id);
    });
  });
}

async function stream(api: Api, json: unknown): Promise<UIMessageChunk[]> {
  const response = await api.open('POST', '/api/chat/mcp', {
    json,
    headers: { accept: 'text/event-stream' },
  });
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
  if (!response.body) throw new Error('the answer has no body');
  const parts: UIMessageChunk[] = [];
  const results = parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema });
  for await (const result of results) {
    if (!result.success) throw result.error;
    parts.push(result.value);
  }
  return parts;
}

function textOf(parts: readonly UIMessageChunk[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
}

function readCitations(parts: readonly UIMessageChunk[]) {
  const part = parts.find(({ type }) => type === 'data-citations') as { data: unknown } | undefined;
  return part?.data as { answer: string; citations: Citation[] };
}

/** Returns the text at a citation's offsets, which are code points of the document's text. */
async function readQuote(api: Api, { document_id, start, end }: Citation): Promise<string> {
  const { pages } = await api.call('getDocumentText', { params: { id: document_id } });
  const page = pages.findLast((candidate) => candidate.start <= start);
  if (!page) throw new Error('the citation points before the text');
  return [...page.text].slice(start - page.start, end - page.start).join('');
}
