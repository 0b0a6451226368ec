import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, type Principal, searchRequestSchema } from '@lectern/contracts';
import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import { createLogger } from '@lectern/service';
import { startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { searchDocuments } from './search-documents.ts';

const question = 'Until when do boats pay, according to the handbook of the Harbour Office?';

/** The question names its document, so there are two searches. */
describe('the second search of a question that names its document', () => {
  let rag: TestRag;
  let principal: Principal;
  let logged: { level: string; err: { message: string } }[] = [];

  beforeAll(async () => {
    rag = await startTestRag();
    const owner = await rag.addPerson('olga', 'acme', 'owner');
    principal = { userId: 'olga', organisationId: 'acme', scopes: ['search'], runId: undefined };
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Port' });
    const added = await owner.call('POST', `/rag/collections/${body.id}/documents`, {
      documents: [
        {
          external_id: 'a',
          title: 'Handbook of the Harbour Office',
          text: 'Boats pay until Friday.',
        },
      ],
    });
    for (const { id } of added.body.documents) await rag.settled(owner, id);
  });
  afterAll(() => rag[Symbol.asyncDispose]());

  /** Runs with a model that does this during the search for the rest of the question. */
  function search(
    atSecond: (inTime: AbortSignal) => Promise<never>,
    { signal = new AbortController().signal, timeoutMs = 10_000, mode = 'hybrid' } = {},
  ) {
    const dependencies = withTime(timeoutMs);
    const { embedder } = dependencies;
    const embedQuery: Embedder['embedQuery'] = (query, options) =>
      query === question
        ? embedder.embedQuery(query, options)
        : atSecond(options?.signal ?? signal);
    const changed = new Proxy<Embedder>(embedder, {
      get: (target, name) => {
        if (name === 'find') return undefined;
        return name === 'embedQuery' ? embedQuery : Reflect.get(target, name);
      },
    });
    const request = searchRequestSchema.parse({ query: question, mode });
    const options = { principal, documents: 5, signal };
    const logger = createLogger({
      name: 'rag',
      level: 'warn',
      destination: { write: (line) => logged.push(JSON.parse(line)) },
    });
    const changes = { embedder: changed, logger };
    return searchDocuments({ ...dependencies, ...changes }, request, options);
  }
  function withTime(timeoutMs: number) {
    const { search: dependencies } = rag.dependencies;
    return { ...dependencies, settings: { ...dependencies.settings, timeoutMs } };
  }
  const codes = ({ warnings }: { warnings: readonly { code: string }[] }) =>
    warnings.map(({ code }) => code);

  beforeEach(() => {
    logged = [];
  });

  it('passes its warnings on', async () => {
    const found = await search(async () => {
      throw new EmbeddingUnavailableError('away');
    });
    expect(codes(found)).toEqual(['embedding_unavailable']);
    expect(found.documents).toHaveLength(1);
  });

  it.each([
    ['of the service', new AppError('search_unavailable')],
    ['of anything else', new Error('broken')],
  ])(
    'leaves what the first one found when it ends with an error %s, says so and logs it',
    async (_of, error) => {
      const found = await search(async () => {
        throw error;
      });
      expect(codes(found)).toEqual(['document_not_searched']);
      expect(found.documents[0]?.[1][0]?.text).toContain('Friday');
      expect(logged).toMatchObject([{ err: { message: error.message } }]);
      expect(JSON.stringify(logged)).not.toContain('Harbour');
    },
  );

  it('is refused as the first one would be, when a collection has gone in between', async () => {
    const found = search(async () => {
      throw new AppError('collection_not_found');
    });
    await expect(found).rejects.toMatchObject({ code: 'collection_not_found' });
  });

  it('has what is left of the time of one search', async () => {
    const startedAt = performance.now();
    const found = await search(
      (inTime) => new Promise((_, reject) => inTime.addEventListener('abort', reject)),
      { timeoutMs: 2_000, mode: 'dense' },
    );
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(found.documents).toHaveLength(1);
    expect(codes(found)).toEqual(['document_not_searched']);
  });

  it('ends with its caller', async () => {
    const caller = new AbortController();
    const found = search(
      async () => {
        caller.abort();
        throw new Error('gone');
      },
      { signal: caller.signal },
    );
    await expect(found).rejects.toThrow();
  });
});
