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

  it('name the newer one beside the older passage', async () => {
    const { body } = await clerk.call('POST', '/rag/search', { query: 'daily meal allowance' });
    expect(body.chunks[0].newer_version).toBeUndefined();
    expect(body.chunks[1].newer_version).toMatchObject({
      id: body.chunks[0].id,
      document_title: 'Travel policy 2025',
    });
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

  it('are told apart by external ids and by metadata too', async () => {
    const { id } = (await clerk.call('POST', '/rag/collections', { name: 'House' })).body;
    const { body } = await clerk.call('POST', `/rag/collections/${id}/documents`, {
      documents: [
        { external_id: 'canteen/v1', title: 'Canteen', text: 'The canteen opens at noon daily.' },
        { external_id: 'canteen/v2', title: 'Canteen', text: 'The canteen opens at ten daily.' },
        { external_id: 'x', title: 'Parking', text: 'Park your vehicle behind hall A.' },
        {
          external_id: 'y',
          title: 'Vehicles',
          text: 'Each vehicle is left at the gate.',
          metadata: { supersedes: 'x' },
        },
      ],
    });
    for (const document of body.documents) await rag.settled(clerk, document.id);
    const found = await clerk.call('POST', '/rag/search', { query: 'canteen opens noon' });
    expect(found.body.chunks[0].text).toContain('at ten');
    expect((await titles('park your vehicle')).slice(0, 2)).toEqual(['Vehicles', 'Parking']);
  });
});
