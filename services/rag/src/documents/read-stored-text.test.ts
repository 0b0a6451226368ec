import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filesOf, type Person, startTestRag } from '../../test/start-test-rag.ts';

const source =
  '# Herons\n\nA heron 🪶 waits.\n\n## Eggs\n\n| Bird | Eggs |\n|---|---|\n| Heron | 4 |\n';

describe('reading a stored text', () => {
  let rag: Awaited<ReturnType<typeof startTestRag>>;
  let owner: Person;
  let id: string;

  beforeAll(async () => {
    rag = await startTestRag();
    owner = await rag.addPerson('olga', 'acme', 'owner');
    const { body: collection } = await owner.call('POST', '/rag/collections', { name: 'Birds' });
    const sent = await owner.call(
      'POST',
      `/rag/collections/${collection.id}/documents`,
      filesOf({ 'heron.md': source }),
    );
    id = sent.body.documents[0].id;
    await rag.settled(owner, id);
  });
  afterAll(() => rag[Symbol.asyncDispose]());

  const read = async (path: string) =>
    (await owner.call('GET', `/rag/documents/${id}${path}`)).body;

  it('gives the whole, and the same text part by part', async () => {
    const whole = await read('/text');
    expect(whole.tables).toHaveLength(1);
    const { text } = whole.pages[0];
    let parts = '';
    for (let start: number | null = 0; start !== null; ) {
      const part: { pages: { text: string }[]; next_start: number | null } = await read(
        `/text?start=${start}&max_characters=7`,
      );
      parts += part.pages[0]?.text;
      start = part.next_start;
    }
    expect(parts).toBe(text);
  });

  it('gives a section, headings page by page, and a chunk with its neighbours', async () => {
    const section = await read('/text?section=eggs');
    expect(section.pages[0].text).toContain('Heron');
    expect(section.pages[0].text).not.toContain('waits');
    const first = await read('/outline?limit=1');
    expect(first).toMatchObject({
      outline: [{ title: 'Herons' }],
      next_cursor: expect.any(String),
    });
    const second = await read(`/outline?limit=1&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ outline: [{ title: 'Eggs' }], next_cursor: null });
    const { chunks } = await read('/chunks');
    expect((await read(`/chunks?around=${chunks[0].id}`)).chunks).toEqual(chunks);
    const withTables = await read('/chunks?tables=true');
    const { tables } = await read('/text');
    expect(withTables.chunks.flatMap((chunk: { tables: object[] }) => chunk.tables)).toEqual(
      tables,
    );
    expect((await read('/text?start=0&tables=true')).tables).toEqual(tables);
    const none = await owner.call('GET', `/rag/documents/${id}/chunks?around=${id}`);
    expect(none.status).toBe(404);
  });

  it('reads a text that an earlier version stored as one JSON value', async () => {
    const before = { text: await read('/text'), outline: await read('/outline') };
    const { database, blobs } = rag.dependencies;
    const { text } = before.text.pages[0];
    const old = {
      parserVersion: '1',
      text,
      pages: [],
      outline: before.outline.outline,
      blocks: [{ kind: 'paragraph', start: 0, end: text.length, page: null, section: [] }],
    };
    const { sha256 } = await blobs.put(Buffer.from(JSON.stringify(old)));
    await database
      .updateTable('rag.revisions')
      .set({ parsed_sha256: sha256 })
      .where('document_id', '=', id)
      .execute();
    const [part, outline, again] = await Promise.all([
      read('/text?start=10&max_characters=5'),
      read('/outline'),
      read('/text'),
    ]);
    expect(part.pages[0].text).toBe(Array.from(text).slice(10, 15).join(''));
    expect(outline).toEqual(before.outline);
    expect(again).toEqual({ pages: before.text.pages });
    const row = await database
      .selectFrom('rag.revisions')
      .select('parsed_sha256')
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.parsed_sha256).not.toBe(sha256);
  });
});
