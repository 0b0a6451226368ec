import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Those of the words that were noted of the organisation's documents, whoever may read them. */
export async function pickNoted(
  database: Database,
  organisationId: string,
  words: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select w as word
    from unnest(${[...words]}::text[]) as w
    join rag.words as noted
      on noted.organisation_id = ${organisationId} and noted.word = rag.hash_word(w)`.execute(
    database,
  );
  return rows.map(({ word }) => word);
}
