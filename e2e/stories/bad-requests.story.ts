import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TellStory } from './story.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

/** Answers of the API to invalid requests and to requests for data of others. */
export function describeBadRequests(tell: TellStory): void {
  describe('bad requests', () => {
    it.each([
      ['a blank query', { query: '   ' }, 'query'],
      ['no query', {}, 'query'],
      ['a query of the wrong type', { query: 7 }, 'query'],
      ['a huge query', { query: 'x'.repeat(2_001) }, 'query'],
      ['an unknown field', { query: 'x', tenant: 'other' }, 'tenant'],
      ['limit 0', { query: 'x', limit: 0 }, 'limit'],
      ['limit -1', { query: 'x', limit: -1 }, 'limit'],
      ['limit 10^9', { query: 'x', limit: 1e9 }, 'limit'],
      ['a limit of the wrong type', { query: 'x', limit: '10' }, 'limit'],
      ['an unknown mode', { query: 'x', mode: 'magic' }, 'mode'],
      [
        'a collection that is no id',
        { query: 'x', collection_filter: { collection_ids: ['handbook'] } },
        'collection_filter.collection_ids.0',
      ],
    ])('a search with %s is refused and the field named', async (_name, json, field) => {
      const { status, body } = await tell().api.request('POST', '/api/search', { json });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'invalid_request', details: { field } });
      expect(body.error.message).toContain(field);
      expect(body.error.request_id).not.toBe('');
    });

    it.each([
      ['POST', '/api/chat/mcp', { message: ' ' }, 'message'],
      ['POST', '/api/chat/mcp', { message: 'x', model: 'other' }, 'model'],
      ['POST', '/api/ask', { question: '' }, 'question'],
      ['POST', '/api/articles', { query: 'x', top_k: 0 }, 'top_k'],
      ['POST', '/api/collections', { name: '' }, 'name'],
      ['GET', '/api/documents?limit=0', undefined, 'limit'],
      ['GET', '/api/documents?limit=many', undefined, 'limit'],
      ['GET', '/api/documents?limit=0x10', undefined, 'limit'],
      ['GET', '/api/documents?status=lost', undefined, 'status'],
      ['GET', '/api/conversations?limit=501', undefined, 'limit'],
    ])('%s %s with %j is refused because of %s', async (method, path, json, field) => {
      const { status, body } = await tell().api.request(method, path, { json });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'invalid_request', details: { field } });
    });

    it('says that a body is not JSON', async () => {
      const { status, body } = await tell().api.request('POST', '/api/search', {
        headers: { 'content-type': 'application/json' },
        body: '{"query": ',
      });
      expect(status).toBe(400);
      expect(body.error.code).toBe('invalid_json');
    });

    it('refuses callers without a key, or with one that is not valid', async () => {
      const { url } = tell().api;
      const without = await fetch(`${url}/api/documents`);
      const wrong = await fetch(`${url}/api/documents`, {
        headers: { authorization: 'Bearer lct_wrong' },
      });
      expect([without.status, wrong.status]).toEqual([401, 401]);
    });
  });

  describe('what is not theirs', () => {
    let collectionId: string;
    let documentId: string;
    let conversationId: string;

    beforeAll(async () => {
      const { api } = tell();
      collectionId = await api.createCollection('Not yours');
      const { documents } = await api.call('addDocuments', {
        params: { id: collectionId },
        body: {
          documents: [
            { external_id: 'd', title: 'Secret', text: 'The zanzibar parcel leaves at noon.' },
          ],
        },
      });
      documentId = documents[0]?.id ?? '';
      await api.waitUntilFinal(documentId);
      const turn = await api.call('chat', { body: { message: 'When does the parcel leave?' } });
      conversationId = turn.conversation_id;
    });

    const attempts: readonly {
      readonly method: string;
      readonly path: string;
      readonly json?: unknown;
    }[] = [
      { method: 'GET', path: '/api/collections/{collection}' },
      { method: 'PATCH', path: '/api/collections/{collection}', json: { name: 'Mine' } },
      { method: 'DELETE', path: '/api/collections/{collection}' },
      {
        method: 'POST',
        path: '/api/collections/{collection}/documents',
        json: { documents: [{ external_id: 'e', title: 'e', text: 'e' }] },
      },
      { method: 'GET', path: '/api/documents/{document}' },
      { method: 'GET', path: '/api/documents/{document}/text' },
      { method: 'GET', path: '/api/documents/{document}/file' },
      { method: 'PATCH', path: '/api/documents/{document}', json: { title: 'Mine' } },
      { method: 'POST', path: '/api/documents/{document}/retry', json: {} },
      { method: 'DELETE', path: '/api/documents/{document}' },
      { method: 'GET', path: '/api/conversations/{conversation}' },
      { method: 'GET', path: '/api/conversations/{conversation}/messages' },
      { method: 'DELETE', path: '/api/conversations/{conversation}' },
    ];

    it.each(attempts)(
      '$method $path answers the same 404 as for an unknown id',
      async (attempt) => {
        const { foreignApi } = tell();
        const ids: Record<string, string> = {
          collection: collectionId,
          document: documentId,
          conversation: conversationId,
        };
        const send = (idOf: (kind: string) => string) =>
          foreignApi.request(
            attempt.method,
            attempt.path.replace(/\{(\w+)\}/, (_, kind: string) => idOf(kind)),
            { json: attempt.json },
          );
        const foreign = await send((kind) => ids[kind] ?? '');
        const unknown = await send(() => unknownId);
        expect(foreign.status).toBe(404);
        expect(withoutRequestId(foreign.body)).toEqual(withoutRequestId(unknown.body));
      },
    );

    it.each(['/api/search', '/api/articles'])('%s does not look into it', async (path) => {
      const { api, foreignApi } = tell();
      const json = { query: 'zanzibar parcel' };
      const own = await api.request('POST', path, { json });
      expect(JSON.stringify(own.body)).toContain('zanzibar');
      const everywhere = await foreignApi.request('POST', path, { json });
      expect(everywhere.status).toBe(200);
      expect(JSON.stringify(everywhere.body)).not.toContain('leaves at noon');

      const filtered = await foreignApi.request('POST', path, {
        json: { ...json, collection_filter: { collection_ids: [collectionId] } },
      });
      const unknown = await foreignApi.request('POST', path, {
        json: { ...json, collection_filter: { collection_ids: [unknownId] } },
      });
      expect(filtered.status).toBe(404);
      expect(filtered.body.error.code).toBe('collection_not_found');
      expect(withoutRequestId(filtered.body)).toEqual(withoutRequestId(unknown.body));
    });

    it('lists do not show it', async () => {
      const { foreignApi } = tell();
      expect(await foreignApi.call('listCollections')).toMatchObject({ collections: [] });
      expect(await foreignApi.call('listDocuments')).toMatchObject({ documents: [] });
      expect(await foreignApi.call('listConversations')).toMatchObject({ conversations: [] });
    });

    it('is still there after that', async () => {
      const { api } = tell();
      expect(await api.call('getDocument', { params: { id: documentId } })).toMatchObject({
        title: 'Secret',
        status: 'ready',
      });
    });
  });
}

function withoutRequestId(body: { error: Record<string, unknown> }): Record<string, unknown> {
  const { request_id, ...error } = body.error;
  return error;
}
