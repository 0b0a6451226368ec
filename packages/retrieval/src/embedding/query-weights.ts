import { setTimeout } from 'node:timers/promises';
import type { Embedder } from './embedder.ts';
import { EmbeddingUnavailableError } from './embedding-error.ts';
import { findSampledLanguage } from './find-sampled-language.ts';
import { isFewWords } from './is-few-words.ts';
import { languageSamples, type SampledLanguage } from './language-samples.ts';

/** Weights of the dense recall, by query. */
export interface QueryWeights {
  /**
   * Between 0 and the embedder's own weight: less where the model does not know the query's language,
   * and for a few words that are no question, which mostly stand in the passage that is meant.
   * The first query in a language waits for the vectors of sixteen short texts. Without them in time,
   * or while the model cannot be used, it is not known to know the language and counts nothing, as is
   * safe: keyword search is right in every language. Never rejects for it.
   */
  weightOf(query: string): Promise<number>;
}

export interface QueryWeightsOptions {
  /** Longest wait of a query for them. 2,000 unless given. */
  readonly maxWaitMs?: number;
}

/** Mean reciprocal rank of the right answer among a language's eight at which a model counts in full, and not at all. */
const known = 0.75;
const unknown = 0.6;
/** Longest time to embed the samples of a language. */
const measureTimeoutMs = 60_000;

/** What the weight is for them: chosen by all sets but one for each. */
const shareOfFewWords = 0.3;

/** Weights by the embedder's strength in the query's language, which is measured once for each. */
export function createQueryWeights(
  embedder: Embedder,
  { maxWaitMs = 2_000 }: QueryWeightsOptions = {},
): QueryWeights {
  const { denseWeight, hasUnmeasuredLanguages } = embedder;
  const shares = new Map<SampledLanguage, Promise<number>>();
  const shareOf = (language: SampledLanguage): Promise<number> => {
    const found = shares.get(language);
    if (found) return found;
    const share = measureShare(embedder, language).catch((error: unknown) => {
      // The next query in this language measures again.
      shares.delete(language);
      if (error instanceof EmbeddingUnavailableError) return 0;
      throw error;
    });
    shares.set(language, share);
    return share;
  };
  return {
    async weightOf(query) {
      const weight = denseWeight * (isFewWords(query) ? shareOfFewWords : 1);
      const language = hasUnmeasuredLanguages ? findSampledLanguage(query) : undefined;
      if (language === undefined) return weight;
      return weight * (await atMost(maxWaitMs, shareOf(language), 0));
    },
  };
}

async function atMost<Result>(ms: number, work: Promise<Result>, otherwise: Result) {
  const settled = new AbortController();
  try {
    return await Promise.race([work, setTimeout(ms, otherwise, { signal: settled.signal })]);
  } finally {
    settled.abort();
  }
}

async function measureShare(embedder: Embedder, language: SampledLanguage): Promise<number> {
  const rank = await measureRank(embedder, language);
  return Math.min(1, Math.max(0, (rank - unknown) / (known - unknown)));
}

/** Mean reciprocal rank of each question's own answer among those of all questions. */
async function measureRank(embedder: Embedder, language: SampledLanguage): Promise<number> {
  const { questions, passages } = await embedSamples(embedder, language);
  const ranks = questions.map((question, at) => {
    const cosines = passages.map((passage) => dot(question, passage));
    const own = cosines[at] ?? -1;
    // An equal one is no better: a model that gives every text the same vector knows nothing.
    return 1 / cosines.filter((cosine) => cosine >= own).length;
  });
  return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
}

async function embedSamples(embedder: Embedder, language: SampledLanguage) {
  const signal = AbortSignal.timeout(measureTimeoutMs);
  const samples = languageSamples[language];
  try {
    const passages = await embedder.embedDocuments(
      samples.map(([, passage]) => passage),
      { signal },
    );
    const questions = await Promise.all(
      samples.map(([question]) => embedder.embedQuery(question, { signal })),
    );
    return { questions, passages };
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new EmbeddingUnavailableError('The embedding model took too long.', { cause });
  }
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
