import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Person, startTestRag, type TestRag } from '../../../test/start-test-rag.ts';

describe('versions of a document', () => {
  let rag: TestRag;
  let clerk: Person;
  let collection: string;

  beforeAll(async () => {
    rag = await startTestRag();
    clerk = await rag.addPerson('cleo', 'office', 'owner');
    collection = (await clerk.call('POST', '/rag/collections', { name: 'Rules' })).body.id;
    const policy = (year: number, euro: number) => ({
      external_id: String(year),
      title: `Travel policy ${year}`,
      text: `The daily meal allowance is ${euro} euro for every full day of a journey.`,
    });
    const { body } = await clerk.call('POST', `/rag/collections/${collection}/documents`, {
      documents: [policy(2022, 33), policy(2025, 45)],
    });
    for (const { id } of body.documents) await rag.settled(clerk, id);
  });

  afterAll(() => rag[Symbol.asyncDispose]());

  const titles = async (query: string): Promise<string[]> => {
    const { status, body } = await clerk.call('POST', '/rag/search', { query });
    expect(status).toBe(200);
    return body.chunks.map((chunk: { document_title: string }) => chunk.document_title);
  };
  const ofAnswer = async (query: string): Promise<string[]> => {
    const { body } = await clerk.call('POST', '/rag/articles', { query });
    return body.articles.map((article: { title: string }) => article.title);
  };

  it('are both found, the newest first', async () => {
    expect(await titles('daily meal allowance')).toEqual([
      'Travel policy 2025',
      'Travel policy 2022',
    ]);
  });

  it('come in the order of the search for a query that names one', async () => {
    expect((await titles('daily meal allowance 2022'))[0]).toBe('Travel policy 2022');
  });

  it('give an answer the newest, unless the question names another', async () => {
    expect(await ofAnswer('How much is the daily meal allowance?')).toEqual(['Travel policy 2025']);
    expect(await ofAnswer('How much was the daily meal allowance in 2022?')).toContain(
      'Travel policy 2022',
    );
  });

  it('count alike where the collection says so', async () => {
    const settings = { retrieval: { prefer_newest_version: false } };
    await clerk.call('PATCH', `/rag/collections/${collection}`, { settings });
    expect(await ofAnswer('How much is the daily meal allowance?')).toHaveLength(2);
  });
});
