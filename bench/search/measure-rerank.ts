import { searchResponseSchema } from '@lectern/contracts';
import { shuffle } from '../data/random.ts';
import { readMixedTexts } from '../data/real-texts.ts';
import { sampleDocuments } from '../data/sample-documents.ts';
import { measureLoop } from '../measure/measure-loop.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { loadCollection } from '../suite/loaded-collection.ts';

const seed = 50;
const documentCount = 500;
const paragraphsPerDocument = 20;
const loadMaxMs = 600_000;
const defaultConcurrency = 4;
const defaultCount = 200;
const resultLimit = 10;

/**
 * Searches with the reranker that the environment names (`RERANK_PROVIDER`, `RERANK_MODEL`): how long
 * they take, and how often it had time for a part of the passages, or for none.
 */
export async function measureRerank(suite: BenchSuite, options: BenchOptions): Promise<void> {
  const { texts, queries: ordered } = await readMixedTexts(options.data);
  const queries = shuffle(ordered, seed);
  await loadCollection(suite, 'Bench rerank', {
    documents: sampleDocuments(texts, {
      documents: documentCount,
      paragraphs: paragraphsPerDocument,
      seed,
    }),
    maxMs: loadMaxMs,
  });
  const concurrency = options.concurrency ?? defaultConcurrency;
  using caller = new JsonCaller(suite.url, suite.apiKey, concurrency);
  const search = async (number: number) => {
    const query = queries[number % queries.length];
    const body = { query, limit: resultLimit, rerank: true };
    const text = await caller.post({ path: '/api/search', body });
    const { chunks, warnings } = searchResponseSchema.parse(JSON.parse(text));
    const isReranked = chunks.some(({ scores }) => scores?.rerank != null);
    return { isReranked, codes: warnings.map(({ code }) => code) };
  };

  const count = options.count ?? defaultCount;
  const late = new Set<number>();
  const inPart = new Set<number>();
  let unavailable = 0;
  const loop = { concurrency, count, maxMs: options.seconds * 1000 };
  const summary = await measureLoop(
    async (number) => {
      const { isReranked, codes } = await search(number);
      if (codes.includes('rerank_timeout')) (isReranked ? inPart : late).add(number);
      if (codes.includes('rerank_unavailable')) unavailable += 1;
    },
    loop,
    () => suite.processes(),
  );
  report('rerank', {
    model: process.env.RERANK_MODEL ?? process.env.RERANK_PROVIDER ?? 'none',
    concurrency,
    ...summary,
    unavailable,
    read_in_part: inPart.size,
    in_the_order_of_fusion: late.size,
  });
}
