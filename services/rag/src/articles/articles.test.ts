import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

describe('articles', () => {
  let rag: TestRag;
  let owner: Person;
  let collection: string;

  beforeAll(async () => {
    rag = await startTestRag(
      { LECTERN_PUBLIC_URL: 'https://docs.example.org' },
      {},
      { articleTokens: 2_000 },
    );
    owner = await rag.addPerson('olga', 'acme', 'owner');
    const created = await owner.call('POST', '/rag/collections', { name: 'Reports' });
    collection = created.body.id;
    const paragraph = (day: number) =>
      `Turbine inspection number ${day}: the turbine blades were looked at. ${'The crew wrote down what it saw on the turbine. '.repeat(12)}`;
    const added = await owner.call('POST', `/rag/collections/${collection}/documents`, {
      documents: [
        {
          external_id: 'long',
          title: 'Turbine inspections',
          text: Array.from({ length: 300 }, (_, day) => paragraph(day)).join('\n\n'),
        },
        ...['north', 'south'].map((site) => ({
          external_id: site,
          metadata: { site, collection: 'not this one' },
          title: `Site ${site}`,
          text: `A note about the weather at the ${site} site, where a turbine stands.`,
        })),
      ],
    });
    for (const { id } of added.body.documents) await rag.settled(owner, id);
  });
  afterAll(() => rag[Symbol.asyncDispose]());

  it('gives as many articles as there are documents, however long one of them is', async () => {
    const { body } = await owner.call('POST', '/rag/articles', {
      query: 'turbine blades inspection',
      top_k: 3,
    });
    expect(body.articles.map((article: { title: string }) => article.title)).toEqual(
      expect.arrayContaining(['Turbine inspections', 'Site north', 'Site south']),
    );
  });

  it('keeps the best passages of all, whatever the number of articles', async () => {
    const { body } = await owner.call('POST', '/rag/articles', {
      query: 'turbine blades inspection',
      top_k: 3,
    });
    const long = body.articles.find(
      (article: { title: string }) => article.title === 'Turbine inspections',
    );
    // A third of the budget holds one of its passages.
    expect(long.metadata.passages.length).toBeGreaterThan(2);
  });

  it("gives a document's own id and metadata, and the address of its page", async () => {
    const { body } = await owner.call('POST', '/rag/articles', {
      query: 'weather at the north site',
      top_k: 1,
    });
    const [article] = body.articles;
    expect(article).toMatchObject({
      title: 'Site north',
      url: `https://docs.example.org/documents/${article.kb_id}`,
      metadata: { external_id: 'north', site: 'north', collection: 'Reports' },
    });
  });

  it('names those passages alone that the content holds', async () => {
    const { body } = await owner.call('POST', '/rag/articles', {
      query: 'turbine blades inspection',
      top_k: 1,
    });
    const [article] = body.articles;
    expect(article.metadata.truncated).toBe(true);
    const { body: stored } = await owner.call(
      'GET',
      `/rag/documents/${article.kb_id}/chunks?limit=500`,
    );
    const texts = new Map(
      stored.chunks.map((chunk: { id: string; text: string }) => [chunk.id, chunk.text]),
    );
    expect(article.metadata.passages.length).toBeGreaterThan(0);
    for (const { chunk_id } of article.metadata.passages) {
      expect(article.content).toContain(texts.get(chunk_id));
    }
  });
});
