import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Citation } from '@lectern/contracts';
import { parseJsonEventStream, type UIMessageChunk, uiMessageChunkSchema } from 'ai';
import type { Api } from '../suite/api.ts';
import { manual, readCommittedFile } from '../suite/committed-files.ts';
import type { TellStory } from './story.ts';

const question = 'How often must the backup battery of the weather station be replaced?';
const unknownId = '00000000-0000-4000-8000-000000000000';

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

    it('abstains when the documents do not say it', async () => {
      const answer = await tell().api.call('chat', {
        body: { message: 'Who won the chess championship of 1972?', collection_filter },
      });
      expect(answer).toMatchObject({ abstained: true, citations: [] });
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

    it('answers a repeated message with the same turn, as JSON and as a stream', async () => {
      const { api } = tell();
      const body = { message: question, message_id: randomUUID(), collection_filter };
      const first = await api.call('chat', { body });
      const again = await api.call('chat', {
        body: { ...body, conversation_id: first.conversation_id },
      });
      expect(again).toEqual(first);
      const parts = await stream(api, { ...body, conversation_id: first.conversation_id });
      expect(textOf(parts)).toBe(first.answer);
      const { messages } = await api.call('listMessages', {
        params: { id: first.conversation_id },
      });
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    });

    it('keeps conversations, which can be read, renamed, followed and deleted', async () => {
      const { api } = tell();
      const first = await api.call('chat', { body: { message: question, collection_filter } });
      const params = { id: first.conversation_id };
      await api.call('chat', {
        body: {
          message: 'And where is the station?',
          conversation_id: params.id,
          collection_filter,
        },
      });
      const { messages } = await api.call('listMessages', { params });
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
      expect(messages[1]).toMatchObject({ content: first.answer, citations: first.citations });

      const renamed = await api.call('updateConversation', { params, body: { title: 'Battery' } });
      expect(renamed).toMatchObject({ id: params.id, title: 'Battery', running: false });
      const { conversations } = await api.call('listConversations');
      expect(conversations[0]).toMatchObject({ id: params.id, title: 'Battery' });
      expect((await api.open('GET', `/api/conversations/${params.id}/stream`)).status).toBe(204);

      await api.call('deleteConversation', { params });
      const gone = await api.request('GET', `/api/conversations/${params.id}`);
      expect(gone.status).toBe(404);
      expect(gone.body.error.code).toBe('conversation_not_found');
    });

    it('keeps the words of an answer, but not the quotes of a document that was deleted', async () => {
      const { api } = tell();
      const id = await api.createCollection('Gone');
      const [accepted] = await api.uploadAccepted(id, [await readCommittedFile(manual)]);
      await api.waitUntilFinal(accepted?.id ?? '');
      const { conversation_id, answer, citations } = await api.call('chat', {
        body: { message: question, collection_filter: { collection_ids: [id] } },
      });
      await api.call('deleteDocument', { params: { id: accepted?.id ?? '' } });
      const { messages } = await api.call('listMessages', { params: { id: conversation_id } });
      expect(messages[1]).toMatchObject({ content: answer });
      expect(messages[1]?.citations).toEqual(
        citations.map((citation) => ({
          ...citation,
          title: '',
          file_name: null,
          url: null,
          quote: '',
          withheld: 'document_unavailable',
        })),
      );
    });

    it('says that a conversation is not known', async () => {
      const { status, body } = await tell().api.request('POST', '/api/chat/mcp', {
        json: { message: question, conversation_id: unknownId },
      });
      expect(status).toBe(404);
      expect(body.error.code).toBe('conversation_not_found');
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
