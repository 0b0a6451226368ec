import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { type CallerName, callers } from './callers.ts';
import { findLeaks } from './leaks.ts';
import { tools } from './policy.ts';
import { toolArguments } from './requests.ts';
import type { Received, Sent } from './send.ts';
import { unknownIds } from './target-ids.ts';
import { maySee } from './targets.ts';
import { commonQuestion, commonWord, type World } from './world.ts';

/** Every route that finds something, with a query that fits all documents. */
const finding: Readonly<Record<string, Sent>> = {
  search: post('/api/search', {
    query: commonQuestion,
    limit: 200,
    explain: true,
    highlight: true,
    surrounding: 5,
  }),
  'search by keyword': post('/api/search', {
    query: commonQuestion,
    mode: 'keyword',
    explain: true,
  }),
  'search by meaning': post('/api/search', { query: commonQuestion, mode: 'dense', explain: true }),
  articles: post('/api/articles', { query: commonQuestion, top_k: 50 }),
  ask: post('/api/ask', { question: commonQuestion }),
  'ask as a stream': post('/api/ask', { question: commonQuestion }, 'text/event-stream'),
  chat: post('/api/chat/mcp', { message: commonQuestion }),
  'chat as a stream': post('/api/chat/mcp', { message: commonQuestion }, 'text/event-stream'),
  "chat in OpenAI's form": post('/v1/chat/completions', {
    model: 'lectern-knowledge',
    messages: [{ role: 'user', content: commonQuestion }],
  }),
  documents: { method: 'GET', path: `/api/documents?query=${commonWord}` },
  collections: { method: 'GET', path: '/api/collections' },
};

const findingTools = Object.keys(tools).filter(
  (name) =>
    name === 'list_collections' ||
    (tools[name]?.about === 'collection' && tools[name]?.needs === undefined),
);

const names = Object.keys(callers) as CallerName[];
const isOAuthClient = (name: CallerName) => 'oauth' in callers[name];
const people = names.filter((name) => !isOAuthClient(name) && callers[name].scopes.length > 2);
/** OAuth clients, who reach the tools alone. */
const agents = names.filter((name) => isOAuthClient(name) && callers[name].scopes.length > 0);

/** No answer of any kind gives away what its caller may not see. */
export function describeLeaks(tell: () => World): void {
  describe('leaks', () => {
    it.each(Object.entries(finding))(
      'are not in the answer of %s, for anybody in turn',
      async (_name, request) => {
        for (const caller of [...people, ...people.toReversed()]) {
          const { status, text } = await tell().send(caller, request);
          expect([caller, status, findLeaks(tell(), caller, { answer: text })]).toEqual([
            caller,
            200,
            [],
          ]);
        }
      },
    );

    it.each(findingTools)('are not in the answer of the tool %s', async (name) => {
      const input = { ...toolArguments[name]?.(unknownIds), collection_filter: undefined };
      for (const caller of tools[name]?.toolScope ? people : [...people, ...agents]) {
        const { body, text } = await tell().sendMcp(caller, 'tools/call', {
          name,
          arguments: input,
        });
        expect([
          caller,
          body.result.isError ?? false,
          findLeaks(tell(), caller, { answer: text }),
        ]).toEqual([caller, false, []]);
      }
    });

    it.each([
      ['resources/list', {}],
      [
        'completion/complete',
        {
          ref: { type: 'ref/resource', uri: 'lectern://documents/{id}{?start}' },
          argument: { name: 'id', value: 'Notes' },
        },
      ],
    ])('are not in the answer of %s', async (method, params) => {
      for (const caller of [...people, ...agents]) {
        const { body, text } = await tell().sendMcp(caller, method, params);
        expect([caller, body.error, findLeaks(tell(), caller, { answer: text })]).toEqual([
          caller,
          undefined,
          [],
        ]);
      }
    });

    it('are not in the folder of files, which is another one for each organisation', async () => {
      const call = async (caller: CallerName, name: string, input: object) => {
        const params = { name, arguments: input };
        return (await tell().sendMcp(caller, 'tools/call', params)).body.result;
      };
      const path = 'own-only/note.txt';
      const written = await call('owner', 'create_file', { path, text: 'ours' });
      expect(written.isError).toBeFalsy();
      expect(await call('admin', 'read_file', { path })).toMatchObject({
        structuredContent: { text: 'ours' },
      });
      const stranger = "foreign organisation's owner";
      const { organisations } = tell();
      for (const tried of [path, `../${organisations.own}/${path}`]) {
        expect((await call(stranger, 'read_file', { path: tried })).isError).toBe(true);
      }
      const listed = await call(stranger, 'list_directory', {});
      expect(JSON.stringify(listed)).not.toContain('own-only');
    });

    it('are not in answers to the very words of a hidden document', async () => {
      const { places, send } = tell();
      for (const caller of people) {
        for (const { name, marker, documentId } of Object.values(places)) {
          const { text } = await send(
            caller,
            post('/api/search', { query: marker, explain: true }),
          );
          expect([caller, name, text.includes(documentId)]).toEqual([
            caller,
            name,
            maySee(caller, name),
          ]);
        }
      }
    });

    it('does not name the hidden parent of a collection that may be read', async () => {
      const { addCollection, send, places, userIdOf } = tell();
      const child = await addCollection('owner', 'Open child', places.ungranted.collectionId);
      await grant(tell(), child, [userIdOf('reader')]);
      const { body } = await send('member who may read', {
        method: 'GET',
        path: `/api/collections/${child}`,
      });
      expect(body).toMatchObject({ id: child, parent_id: null });
    });

    it('does not tell by its time whether a hidden id exists', async () => {
      const measure = async (id: string) => {
        const started = performance.now();
        await tell().send('member without a grant', {
          method: 'GET',
          path: `/api/documents/${id}`,
        });
        return performance.now() - started;
      };
      const unknown: number[] = [];
      const hidden: number[] = [];
      for (let turn = 0; turn < 40; turn += 1) {
        unknown.push(await measure(crypto.randomUUID()));
        hidden.push(await measure(tell().places.ungranted.documentId));
      }
      expect(Math.abs(medianOf(hidden) - medianOf(unknown))).toBeLessThan(10);
    });

    describe('after a change', () => {
      const reader = 'member without a grant';
      const marker = 'velvetmoss';
      let collectionId: string;
      let documentId: string;
      beforeAll(async () => {
        collectionId = await tell().addCollection('owner', `Changing ${marker}`);
        documentId = await addNote(tell(), collectionId, marker);
        await tell().waitUntilReady('owner', documentId);
      });
      afterAll(async () => {
        await tell().suite.processes.worker.start();
      });

      const findWith = async (needle: string): Promise<string[]> => {
        const found = [];
        for (const [name, request] of Object.entries(finding)) {
          const { text } = await tell().send(reader, request);
          if (text.includes(needle)) found.push(name);
        }
        return found;
      };
      const open = () =>
        tell().send(reader, { method: 'GET', path: `/api/documents/${documentId}` });

      it('of grants: the next request sees it, and no longer sees it', async () => {
        expect(await findWith(marker)).toEqual([]);
        await grant(tell(), collectionId, [tell().userIdOf('outsider')]);
        expect(await findWith(marker)).toEqual(Object.keys(finding));
        await grant(tell(), collectionId, []);
        expect(await findWith(marker)).toEqual([]);
        expect(await findWith(documentId)).toEqual([]);
        expect((await open()).status).toBe(404);
      });

      it('of grants: a stream of events that is open tells no more', async () => {
        await grant(tell(), collectionId, [tell().userIdOf('outsider')]);
        const events = await openEvents(tell(), reader);
        // Streams are served in the order in which they were opened.
        const witness = await openEvents(tell(), 'owner');
        const first = await addNote(tell(), collectionId, 'first');
        await eventually(() => events.text().includes(first));
        await grant(tell(), collectionId, []);
        const second = await addNote(tell(), collectionId, 'second');
        const elsewhere = await addNote(tell(), tell().places.ungranted.collectionId, 'third');
        await eventually(() => [second, elsewhere].every((id) => witness.text().includes(id)));
        await Promise.all([events.close(), witness.close()]);
        expect(events.text()).not.toContain(second);
        expect(events.text()).not.toContain(elsewhere);
        expect(findLeaks(tell(), reader, { answer: events.text() })).toEqual([]);
      });

      it('of place and existence: gone from every answer while the index still holds it', async () => {
        await grant(tell(), collectionId, [tell().userIdOf('outsider')]);
        const { body: said } = await tell().send(
          reader,
          post('/api/chat/mcp', { message: commonQuestion }),
        );
        expect(said.citations[0].document_id).toEqual(expect.any(String));
        const deletedId = await addNote(tell(), collectionId, 'amberfinch');
        await tell().waitUntilReady('owner', deletedId);
        expect(await findWith(deletedId)).toContain('search');
        await tell().suite.processes.worker.stop();

        const moved = await tell().send('owner', {
          method: 'PATCH',
          path: `/api/documents/${documentId}`,
          body: { collection_id: tell().places.ungranted.collectionId },
        });
        expect(moved.status).toBe(200);
        const path = `/api/documents/${deletedId}`;
        expect((await tell().send('owner', { method: 'DELETE', path })).status).toBe(204);

        const texts = [`${marker} ${commonWord}`, `amberfinch ${commonWord}`];
        for (const hidden of [documentId, deletedId, ...texts]) {
          expect([hidden, await findWith(hidden)]).toEqual([hidden, []]);
        }
        for (const id of [documentId, deletedId]) {
          const opened = await tell().send(reader, { method: 'GET', path: `/api/documents/${id}` });
          expect(opened.body.error.code).toBe('document_not_found');
        }
        expect((await tell().send('owner', { method: 'GET', path })).status).toBe(404);
      });
    });
  });
}

function post(path: string, body: object, accept = 'application/json'): Sent {
  return { method: 'POST', path, body, headers: { accept } };
}

function addNote({ addText }: World, collectionId: string, word: string): Promise<string> {
  const text = `The keeper of the ${word} ${commonWord} was there in 1911.`;
  return addText('owner', collectionId, { title: `The ${word} ${commonWord}`, text });
}

/** Gives `read` to these people and to nobody else. */
async function grant(
  { send }: World,
  collectionId: string,
  userIds: readonly string[],
): Promise<void> {
  const grants = userIds.map((id) => ({ grantee: { type: 'user', id }, permission: 'read' }));
  const { status }: Received = await send('owner', {
    method: 'PUT',
    path: `/api/collections/${collectionId}/grants`,
    body: { inherit: true, grants },
  });
  expect(status).toBe(200);
}

/** Collects what an event stream says until it is closed. */
async function openEvents({ suite, headersOf }: World, caller: CallerName) {
  const ending = new AbortController();
  const { body } = await fetch(`${suite.url}/api/events`, {
    headers: headersOf(caller),
    signal: ending.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
  })().catch(() => {});
  return {
    text: () => text,
    async close() {
      ending.abort();
      await reading;
    },
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
