import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentChunks, FoundChunk, PassageEdit } from '@lectern/contracts';
import { eventually } from '@lectern/testing';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

const herons = 'The heron waits in shallow water.';
const storks = 'The stork stands on one leg.';
/** Number of the document of a test; the passages of two documents differ by it. */
let added = 0;
// As long as a passage may be, so that each text of a test is one of its own.
const more =
  'All of them were seen again on the next day, and on each of the days after that one. '.repeat(3);
const page = (...passages: string[]) =>
  `<html><body>${passages.map((text) => `<h1>Birds</h1><p>${added}: ${text} ${more}</p>`).join('')}</body></html>`;

let rag: TestRag;
let owner: Person;
let reader: Person;
let collection: string;

beforeAll(async () => {
  rag = await startTestRag();
  owner = await rag.addPerson('olga', 'acme', 'owner');
  reader = await rag.addPerson('rita', 'acme', 'member');
  const settings = { chunking: { max_tokens: 64, overlap_tokens: 0 } };
  const { body } = await owner.call('POST', '/rag/collections', { name: 'Birds', settings });
  collection = body.id;
  await owner.call('PUT', `/rag/collections/${collection}/grants`, {
    inherit: true,
    grants: [{ grantee: { type: 'user', id: 'rita' }, permission: 'read' }],
  });
});
afterAll(() => rag[Symbol.asyncDispose]());

const add = async (...passages: string[]) => {
  added += 1;
  const file = filesOf({ [`birds-${added}.html`]: page(...passages) });
  const sent = await owner.call('POST', `/rag/collections/${collection}/documents`, file);
  const { id } = await rag.settled(owner, sent.body.documents[0].id);
  return id as string;
};
const chunksOf = async (id: string, query = '?hidden=true', person = owner) =>
  (await person.call('GET', `/rag/documents/${id}/chunks${query}`)).body
    .chunks as DocumentChunks['chunks'];
const chunkWith = async (id: string, words: string) => {
  const chunk = (await chunksOf(id)).find(({ text }) => text.includes(words));
  if (!chunk) throw new Error(`no passage with "${words}"`);
  return chunk;
};
const edit = async (id: string, words: string, text: string | null, person = owner) => {
  const chunk = await chunkWith(id, words);
  return person.call('PATCH', `/rag/documents/${id}/chunks/${chunk.id}`, { text });
};
const editsOf = async (id: string) =>
  (await owner.call('GET', `/rag/documents/${id}/chunks/edits`)).body.edits as PassageEdit[];
const undo = async (id: string, editId: string | undefined, person = owner) =>
  person.call('DELETE', `/rag/documents/${id}/chunks/edits/${editId}`);
const search = async (query: string, id: string, mode = 'keyword') => {
  const request = { query, mode, limit: 50, surrounding: 1 };
  const { body } = await owner.call('POST', '/rag/search', request);
  return (body.chunks as FoundChunk[]).filter(({ document_id }) => document_id === id);
};
const isIndexed = (query: string, id: string, mode?: string) =>
  eventually(async () => (await search(query, id, mode)).some(({ corrected }) => corrected), {
    timeoutMs: 30_000,
  });
const readAgain = async (id: string) => {
  await owner.call('POST', `/rag/documents/${id}/retry`);
  return rag.settled(owner, id);
};

describe('a corrected passage', () => {
  it('answers with its new text at once, and is found by it by words and by meaning', async () => {
    const id = await add(herons, storks);
    const { start, end } = await chunkWith(id, 'heron');
    const { status, body } = await edit(id, 'heron', 'The egret fishes in deep water.');
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'applied', after: 'The egret fishes in deep water.' });
    expect(body.before).toContain(herons);
    expect(await chunkWith(id, 'egret')).toMatchObject({ corrected: true, start, end });
    await isIndexed('egret', id);
    await isIndexed('egret fishes deep water', id, 'dense');
    const [found] = await search('egret', id);
    expect(found).toMatchObject({
      text: 'The egret fishes in deep water.',
      metadata: { start, end },
    });
    // The other passages have their vectors still.
    expect(await search('stork stands one leg', id, 'dense')).not.toEqual([]);
    expect((await search('shallow', id)).length).toBe(0);
  });

  it('has the thousand last edits in its history', async () => {
    const id = await add(herons);
    const { body: first } = await edit(id, 'heron', 'An egret.');
    await rag.database.pool.query(
      `insert into rag.passage_edits (id, organisation_id, document_id, original_text, start_offset,
        edited_at, ended_at, end_reason)
      select gen_random_uuid(), 'acme', $1, 'x', 0, '2020-01-01', '2020-01-02', 'undone'
      from generate_series(1, 1000)`,
      [id],
    );
    await undo(id, first.id);
    const { rows } = await rag.database.pool.query(
      `select count(*)::int as kept, bool_or(id = $2) as has_last
      from rag.passage_edits where document_id = $1`,
      [id, first.id],
    );
    expect(rows).toEqual([{ kept: 1000, has_last: true }]);
  });

  it('is refused by 404 for an id that is none', async () => {
    const id = await add(herons);
    const path = `/rag/documents/${id}/chunks`;
    const edited = await owner.call('PATCH', `${path}/none`, { text: 'x' });
    const undone = await owner.call('DELETE', `${path}/edits/none`);
    expect([edited.status, undone.status]).toEqual([404, 404]);
  });

  it('waits for no other one, as many as there are connections', async () => {
    const id = await add(herons, storks);
    const { id: chunk } = await chunkWith(id, 'heron');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        owner.call('PATCH', `/rag/documents/${id}/chunks/${chunk}`, { text: `Lapwings ${at}.` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });

  it('is whole in articles, whose parts tell its length and its place', async () => {
    const id = await add(herons, storks);
    await edit(id, 'heron', 'The quetzal 🙂 flies.');
    await isIndexed('quetzal', id);
    const { body } = await owner.call('POST', '/rag/articles', { query: 'quetzal flies' });
    const { content, metadata } = body.articles.find((one: { kb_id: string }) => one.kb_id === id);
    const part = metadata.parts.find((one: object) => 'corrected_length' in one);
    const shown = Array.from(content as string).slice(part.at, part.at + part.corrected_length);
    expect(shown.join('')).toBe('The quetzal 🙂 flies.');
  });

  it('stays corrected when the document is read again, and in a new version with its place', async () => {
    const id = await add(herons, storks);
    await edit(id, 'heron', 'The ibis probes mud.');
    await readAgain(id);
    expect(await chunkWith(id, 'ibis')).toMatchObject({ corrected: true });
    await isIndexed('ibis probes', id);
    const file = filesOf({ 'new.html': page(herons, 'Another passage.') });
    await owner.call('PUT', `/rag/documents/${id}/file`, file);
    await rag.settled(owner, id);
    expect(await chunkWith(id, 'ibis')).toMatchObject({ corrected: true });
    expect((await editsOf(id)).map(({ state }) => state)).toEqual(['applied']);
  });

  it('is listed as lost when a new version does not have its place, and comes back with it', async () => {
    const id = await add(herons, storks);
    await edit(id, 'heron', 'The ibis probes mud.');
    const replace = async (...passages: string[]) => {
      const file = filesOf({ 'new.html': page(...passages) });
      await owner.call('PUT', `/rag/documents/${id}/file`, file);
      await rag.settled(owner, id);
    };
    await replace('Quite another text.', storks);
    expect(await editsOf(id)).toMatchObject([{ state: 'lost', chunk_id: null }]);
    await replace(herons, storks);
    expect(await editsOf(id)).toMatchObject([{ state: 'applied' }]);
  });

  it('is corrected again from its present text, and undone to the words of the document', async () => {
    const id = await add(herons, storks);
    await edit(id, 'heron', 'First.');
    const { body } = await edit(id, 'First', 'Second.');
    expect(await editsOf(id)).toMatchObject([
      { before: 'First.', after: 'Second.', state: 'applied', edited_by: 'olga' },
      { after: 'First.', state: 'replaced', ended_by: 'olga' },
    ]);
    expect((await undo(id, body.id)).status).toBe(204);
    const chunk = await chunkWith(id, herons);
    expect(chunk.corrected).toBeUndefined();
    expect((await editsOf(id)).map(({ state }) => state)).toEqual(['undone', 'replaced']);
    expect((await undo(id, body.id)).status).toBe(404);
    await eventually(async () => (await search('shallow', id)).length === 1, { timeoutMs: 30_000 });
  });

  it('is one of several passages with the same text: the nearest', async () => {
    const id = await add(herons, storks, herons);
    const [first, last] = (await chunksOf(id)).filter(({ text }) => text.includes(herons));
    expect(first?.text).toBe(last?.text);
    const path = `/rag/documents/${id}/chunks/${last?.id}`;
    if (last) await owner.call('PATCH', path, { text: 'The last one.' });
    await readAgain(id);
    expect((await chunkWith(id, 'The last one.')).position).toBe(last?.position);
  });
});

describe('a hidden passage', () => {
  it('answers nothing from then on, and comes back when that is undone', async () => {
    const id = await add(herons, storks);
    const { body } = await edit(id, 'heron', null);
    expect(body).toMatchObject({ after: null, state: 'applied' });
    expect(await search('shallow', id)).toEqual([]);
    const [stork] = await search('stork', id);
    expect(JSON.stringify(stork?.surrounding)).not.toContain('heron');
    expect((await chunksOf(id, '')).some(({ text }) => text.includes('heron'))).toBe(false);
    expect(await chunkWith(id, 'heron')).toMatchObject({ hidden: true, edit_id: body.id });
    await readAgain(id);
    expect(await search('shallow', id)).toEqual([]);
    await undo(id, body.id);
    await eventually(async () => (await search('shallow', id)).length === 1, { timeoutMs: 30_000 });
  });
});

describe('edits', () => {
  it('need the right to write', async () => {
    const id = await add(herons);
    expect((await edit(id, 'heron', 'No.', reader)).status).toBe(403);
    const { body } = await edit(id, 'heron', 'Yes.');
    expect((await undo(id, body.id, reader)).status).toBe(403);
    expect((await reader.call('GET', `/rag/documents/${id}/chunks/edits`)).status).toBe(200);
    const stranger = await rag.addPerson('stan', 'other', 'owner');
    for (const refused of [
      await edit(id, 'Yes', 'No.', stranger),
      await undo(id, body.id, stranger),
      await stranger.call('GET', `/rag/documents/${id}/chunks/edits`),
    ]) {
      expect([refused.status, refused.body.error.code]).toEqual([404, 'document_not_found']);
    }
  });

  it('are refused for another document, without text, and while the document is read', async () => {
    const id = await add(herons);
    const other = await add(storks);
    const { id: chunk } = await chunkWith(other, 'stork');
    const elsewhere = await owner.call('PATCH', `/rag/documents/${id}/chunks/${chunk}`, {
      text: 'Elsewhere.',
    });
    expect(elsewhere.body.error.code).toBe('not_found');
    const empty = await edit(id, 'heron', '  ');
    expect([empty.status, empty.body.error.details.field]).toEqual([400, 'text']);
    await rag.stopWorker();
    await owner.call('POST', `/rag/documents/${id}/retry`);
    const early = await edit(id, 'heron', 'Too early.');
    expect([early.status, early.body.error.code]).toEqual([409, 'document_state_conflict']);
    await rag.startWorker();
    await rag.settled(owner, id);
  });

  it.each([
    ['a collection that is not readable', 'wera', 'acme', 'member'],
    ['another organisation', 'otto', 'foreign', 'owner'],
  ] as const)('answer ids of %s exactly as unknown ones', async (_, name, place, role) => {
    const person = await rag.addPerson(name, place, role);
    const { body: made } = await person.call('POST', '/rag/collections', { name: 'My birds' });
    const sent = await person.call(
      'POST',
      `/rag/collections/${made.id}/documents`,
      filesOf({ 'own.html': page(herons) }),
    );
    const own = (await rag.settled(person, sent.body.documents[0].id)).id;
    const id = await add(storks);
    const { body: theirs } = await edit(id, 'stork', 'The ibis.');
    const ask = async (document: string, passage: string, editId: string) => {
      const path = `/rag/documents/${document}/chunks`;
      const answers = [
        await person.call('PATCH', `${path}/${passage}`, { text: 'Mine.' }),
        await person.call('DELETE', `${path}/edits/${editId}`),
        await person.call('GET', `${path}/edits`),
      ];
      return answers.map(({ status, body }) => {
        const { request_id: _id, ...error } = body.error ?? {};
        return { status, error };
      });
    };
    const none = randomUUID();
    expect(await ask(own, theirs.chunk_id, theirs.id)).toEqual(await ask(own, none, none));
    expect(await ask(id, theirs.chunk_id, theirs.id)).toEqual(await ask(none, none, none));
    expect((await ask(own, none, none)).map(({ status }) => status)).toEqual([404, 404, 200]);
    expect((await ask(none, none, none)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await editsOf(id)).toMatchObject([{ id: theirs.id, state: 'applied' }]);
  });

  it('are listed by page', async () => {
    const id = await add(herons);
    for (const text of ['One.', 'Two.', 'Three.']) {
      const chunk = (await chunksOf(id))[0];
      await owner.call('PATCH', `/rag/documents/${id}/chunks/${chunk?.id}`, { text });
    }
    const path = `/rag/documents/${id}/chunks/edits?limit=2`;
    const { body } = await owner.call('GET', path);
    const next = await owner.call('GET', `${path}&cursor=${body.next_cursor}`);
    const texts = [...body.edits, ...next.body.edits].map(({ after }: PassageEdit) => after);
    expect(texts).toEqual(['Three.', 'Two.', 'One.']);
    expect(next.body.next_cursor).toBeNull();
  });
});
