import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { searchRequestSchema } from '@lectern/contracts';
import { type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { searchChunks } from './search-chunks.ts';

const paragraph = (at: number) =>
  `Heron number ${at} waits by the water. ${'It stands still and looks. '.repeat(80)}`;

describe('large answers', () => {
  let rag: TestRag;
  let owner: Person;

  beforeAll(async () => {
    rag = await startTestRag();
    owner = await rag.addPerson('olga', 'acme', 'owner');
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Birds' });
    const text = Array.from({ length: 30 }, (_, at) => paragraph(at)).join('\n\n');
    const added = await owner.call('POST', `/rag/collections/${body.id}/documents`, {
      documents: [{ external_id: 'herons', title: 'Herons', text }],
    });
    await rag.settled(owner, added.body.documents[0].id);
  });
  afterAll(() => rag[Symbol.asyncDispose]());

  const search = async (maxCharacters: number, body: object) => {
    const { search: dependencies } = rag.dependencies;
    const settings = { ...dependencies.settings, maxCharacters };
    const request = searchRequestSchema.parse({ query: 'heron number', limit: 20, ...body });
    const principal = { ...owner, scopes: ['search'] } as never;
    const signal = new AbortController().signal;
    return (await searchChunks({ ...dependencies, settings }, request, { principal, signal }))
      .response;
  };

  it('leave out the last results past the maximum length', async () => {
    const whole = await search(1_000_000, {});
    expect(whole).toMatchObject({ total: 20, warnings: [] });
    const [first, second] = whole.chunks.map(({ text }) => text.length) as [number, number];
    const cut = await search(first + second + 100, {});
    expect(cut.chunks.map(({ id }) => id)).toEqual(whole.chunks.slice(0, 2).map(({ id }) => id));
    expect(cut).toMatchObject({ total: 2, warnings: [{ code: 'results_left_out' }] });
    expect((await search(10, {})).total).toBe(1);
  });

  it('leave out the passages around the last results before any result', async () => {
    const texts = (await search(1_000_000, {})).chunks.map(({ text }) => text.length);
    const room = texts.reduce((sum, length) => sum + length, 0) + 10_000;
    const found = await search(room, { surrounding: 2, highlight: true });
    expect(found).toMatchObject({ total: 20, warnings: [{ code: 'surroundings_left_out' }] });
    const counts = found.chunks.map(({ surrounding }) => surrounding?.length ?? 0);
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts.at(-1)).toBe(0);
    expect(found.chunks.every(({ highlights }) => (highlights?.length ?? 0) > 0)).toBe(true);
  });

  it('wait for each other; too many are refused, and none of another organisation', async () => {
    const other = await rag.addPerson('otto', 'other', 'owner');
    const large = { query: 'heron number', limit: 200, surrounding: 5, explain: true };
    const send = async (person: Person, body: object) =>
      (await person.call('POST', '/rag/search', body)).status;
    const own = Promise.all(Array.from({ length: 30 }, () => send(owner, large)));
    const others = Promise.all([send(other, large), send(owner, { query: 'heron' })]);
    expect(await others).toEqual([200, 200]);
    const counts = Map.groupBy(await own, (status) => status);
    expect(counts.get(200)?.length).toBeGreaterThanOrEqual(21);
    expect(counts.get(429)?.length).toBeGreaterThan(0);
  });
});
