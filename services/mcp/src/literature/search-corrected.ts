import type { SpellingCorrection, Warning } from '@lectern/contracts';
import { z } from 'zod';
import type { LiteratureCache } from './cache/literature-cache.ts';
import { correctWords, listWords, readCorrections } from './correct-words.ts';
import type { FetchOptions, LiteratureCall } from './fetch-call.ts';
import type { PubmedApi } from './pubmed/pubmed-api.ts';
import { pubmed } from './pubmed/service-name.ts';
import type { Fetched } from './requests/outside-service.ts';
import type { SameRequests } from './requests/same-requests.ts';
import { type ResolvedAnswer, resolveAnswer } from './resolve-answer.ts';

const spellingSchema = z.object({ spelt: z.string().nullable() });
export type Spelling = z.infer<typeof spellingSchema>;

/** Corrects spelling with NCBI. */
export interface Speller {
  readonly api: Pick<PubmedApi, 'spell'>;
  readonly cache: LiteratureCache;
  readonly spellings: SameRequests<Fetched<Spelling>>;
}

export interface CorrectableSearch<Input extends FetchOptions, Value> {
  readonly input: Input;
  readonly call: LiteratureCall;
  /** Returns the texts of the input that may be misspelt. */
  readonly listTexts: (input: Input) => readonly string[];
  readonly withTexts: (input: Input, correct: (text: string) => string) => Input;
  readonly search: (input: Input) => Promise<ResolvedAnswer<Value>>;
  /** True if the service has no record for the search. */
  readonly isNothing: (value: Value) => boolean;
}

export interface CorrectedAnswer<Value> extends ResolvedAnswer<Value> {
  readonly corrections: readonly SpellingCorrection[];
}

/**
 * Searches, and if nothing is found once more with NCBI's spelling. The answer names the
 * corrections. An empty first answer is returned if the second search fails.
 */
export async function searchCorrected<Input extends FetchOptions, Value>(
  speller: Speller,
  asked: CorrectableSearch<Input, Value>,
): Promise<CorrectedAnswer<Value>> {
  const { input, search, isNothing } = asked;
  const written = { ...(await search(input)), corrections: [] };
  if (!isNothing(written.value)) return written;
  const words = listWords(asked.listTexts(input));
  if (words.length === 0) return written;
  let spelling: ResolvedAnswer<Spelling>;
  try {
    spelling = await askSpelling(speller, words, asked);
  } catch {
    return input.fetch_policy === 'cache_only' ? written : withWarning(written, unknownSpelling);
  }
  const { spelt } = spelling.value;
  const told = join(written, spelling);
  if (!spelt) return told;
  const corrections = readCorrections(words, spelt);
  const correct = (text: string) => correctWords(text, corrections);
  const suggestion = { code: 'did_you_mean', message: `PubMed suggests: ${spelt}` };
  const before = asked.listTexts(input);
  if (before.every((text) => correct(text) === text)) return withWarning(told, suggestion);
  try {
    const found = await search(asked.withTexts(input, correct));
    if (isNothing(found.value)) return withWarning(told, suggestion);
    return { ...withWarning(join(found, told), describe(corrections)), corrections };
  } catch {
    return withWarning(told, suggestion);
  }
}

const unknownSpelling: Warning = {
  code: 'spelling_unknown',
  message: 'Nothing was found, and NCBI could not be asked how the words are spelt.',
};

function describe(corrections: readonly SpellingCorrection[]): Warning {
  const parts = corrections.map(({ written, searched }) => `"${searched}" instead of "${written}"`);
  return { code: 'searched_instead', message: `Searched for ${parts.join(', ')}.` };
}

function askSpelling<Input extends FetchOptions, Value>(
  { api, cache, spellings }: Speller,
  words: readonly string[],
  { input, call }: CorrectableSearch<Input, Value>,
): Promise<ResolvedAnswer<Spelling>> {
  return resolveAnswer(cache, {
    service: pubmed,
    request: { tool: 'espell', words },
    schema: spellingSchema,
    options: input,
    call,
    same: spellings,
    async fetch(once) {
      const fetched = await api.spell(words.join(' '), once);
      return { ...fetched, value: { spelt: fetched.value } };
    },
    isDoubtful: () => false,
  });
}

/** Returns the first answer with the age of the older one. */
function join<Answer extends ResolvedAnswer<unknown>>(
  answer: Answer,
  other: ResolvedAnswer<unknown>,
): Answer {
  return {
    ...answer,
    cacheHit: answer.cacheHit && other.cacheHit,
    fetchedAt: olderOf(answer.fetchedAt, other.fetchedAt),
    warnings: [...answer.warnings, ...other.warnings],
  };
}

function olderOf(one: Date, other: Date): Date {
  return new Date(Math.min(one.getTime(), other.getTime()));
}

function withWarning<Answer extends ResolvedAnswer<unknown>>(
  answer: Answer,
  warning: Warning,
): Answer {
  return { ...answer, warnings: [...answer.warnings, warning] };
}
