import { preparedMark } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/**
 * Returns those of the words that were stored from the organisation's documents, regardless of
 * rights.
 */
export async function filterStoredWords(
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
