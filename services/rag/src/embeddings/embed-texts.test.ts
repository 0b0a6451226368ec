import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAiEmbeddingsRequestSchema } from '@lectern/contracts';
import { type Embedder, openStaticEmbedder } from '@lectern/retrieval';
import { embedTexts } from './embed-texts.ts';

let embedder: Embedder;
beforeAll(async () => {
  embedder = await openStaticEmbedder();
});
afterAll(() => embedder.close());

const embed = (request: object) =>
  embedTexts(
    embedder,
    openAiEmbeddingsRequestSchema.parse({ model: 'lectern-embedding', ...request }),
    AbortSignal.timeout(10_000),
  );

describe('embeddings', () => {
  it('are the vectors of the own model, in the order of the texts', async () => {
    const { data, usage, model } = await embed({ input: ['a tower', 'a bridge'] });
    const own = await embedder.embedDocuments(['a tower', 'a bridge']);
    expect(data.map(({ embedding }) => embedding)).toEqual(own.map((vector) => [...vector]));
    expect(data.map(({ index }) => index)).toEqual([0, 1]);
    expect(usage.total_tokens).toBeGreaterThan(0);
    expect(model).toBe('lectern-embedding');
  });

  it('are the same numbers in base64', async () => {
    const { data } = await embed({ input: 'a tower', encoding_format: 'base64' });
    const bytes = Buffer.from(String(data[0]?.embedding), 'base64');
    const [own] = await embedder.embedDocuments(['a tower']);
    expect(new Float32Array(new Uint8Array(bytes).buffer)).toEqual(own);
  });

  it('are those of a question where it is one', async () => {
    const { data } = await embed({ input: 'a tower', input_type: 'query' });
    expect(data[0]?.embedding).toEqual([...(await embedder.embedQuery('a tower'))]);
  });

  it.each([
    [{ model: 'text-embedding-3-small', input: 'x' }, 'model_not_found', 'model'],
    [{ input: 'x', dimensions: 3 }, 'invalid_request', 'dimensions'],
    [{ input: ['x', ' '] }, 'invalid_request', 'input.1'],
  ])('refuses %j', async (request, code, field) => {
    await expect(embed(request)).rejects.toMatchObject({ code, details: { field } });
  });

  it.each([{ input: [] }, { input: [[1, 2]] }, { input: '' }, { input: Array(513).fill('x') }])(
    'takes no such input: %.40j',
    (request) => {
      const parsed = openAiEmbeddingsRequestSchema.safeParse({ model: 'm', ...request });
      expect(parsed.error?.issues[0]?.path).toEqual(['input']);
    },
  );
});
