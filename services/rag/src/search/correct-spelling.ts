import {
  type Correction,
  findCorrections,
  IndexUnavailableError,
  replaceWords,
} from '@lectern/retrieval';
import { preparedMark, withinTime } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { wordsOf } from './known-words.ts';
import type { SearchRun, SearchState } from './search-state.ts';

/**
 * Returns the search with similar words in place of those that no passage contains, after its first
 * try; undefined if every word occurs or none is similar. Past its time limit the first try stands.
 */
export async function correctSpelling(
  state: SearchState,
  run: SearchRun,
): Promise<SearchRun | undefined> {
  const { query, clock, signal, dependencies } = run;
  const corrections = await clock.time('spelling', () =>
    withinTime(
      {
        signal,
        timeoutMs: dependencies.settings.spellingTimeoutMs,
        late: () => new TooSlowError(),
      },
      (inTime) => find(state, run, inTime),
    ).catch((error: unknown) => {
      if (error instanceof TooSlowError || error instanceof IndexUnavailableError) return [];
      throw error;
    }),
  );
  if (corrections.length === 0) return undefined;
  const instead = new Map(corrections.map((each) => [each.word, each.instead]));
  return { ...run, corrections, query: { ...query, text: replaceWords(query.text, instead) } };
}

class TooSlowError extends Error {
  override readonly name = 'TooSlowError';
}

async function find(
  { ranked, scope: { filter }, indexVersion }: SearchState,
  { dependencies, principal: { organisationId }, query }: SearchRun,
  signal: AbortSignal,
): Promise<readonly Correction[]> {
  const { analyzer, database, searchIndex, knownWords, isCommonWord } = dependencies;
  const { index, indexVersion: current } = await searchIndex.current();
  if (indexVersion === undefined || current.id !== indexVersion.id) return [];
  const shownTexts = ranked.map(({ chunk }) =>
    [chunk.title, ...chunk.section, chunk.text].join('\n'),
  );
  // Quoted words are not corrected.
  const unquoted = query.phrases.reduce((text, phrase) => text.replaceAll(phrase, ' '), query.text);
  const source = {
    analyzer,
    index,
    organisationId,
    filter,
    isCommonWord,
    filterStoredWords: (words: readonly string[]) =>
      filterStoredWords(database, organisationId, words),
    signal,
  };
  return findCorrections(source, unquoted, {
    shownTexts,
    known: wordsOf(knownWords, [organisationId, indexVersion.id, filter ?? null]),
  });
}

/**
 * Returns those of the words that were stored from the organisation's documents, regardless of
 * rights.
 */
async function filterStoredWords(
  database: Database,
  organisationId: string,
  words: readonly string[],
): Promise<string[]> {
  // By key: without statistics of a new table a join reads the organisation's whole vocabulary.
  const { rows } = await sql<{ word: string }>`
    with wanted as materialized (
      select w as text, rag.hash_word(w) as word from unnest(${[...words]}::text[]) as w
    )
    select wanted.text as word
    from rag.words as noted
    join wanted using (word)
    where noted.organisation_id = ${organisationId}
      and noted.word = any(array(select word from wanted)) ${sql.raw(preparedMark)}`.execute(
    database,
  );
  return rows.map(({ word }) => word);
}
