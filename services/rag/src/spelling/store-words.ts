import { listVocabulary } from '@lectern/retrieval';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

const wordsAtOnce = 5_000;

/**
 * Stores the words of texts for {@link filterStoredWords}, before their texts can be found, in a
 * transaction of its own: two workers that meet the same new word do not wait for each other's
 * documents.
 */
export async function storeWords(
  database: Database,
  organisationId: string,
  texts: readonly string[],
): Promise<void> {
  const words = listVocabulary(texts);
  for (let from = 0; from < words.length; from += wordsAtOnce) {
    // Always in the same order, so that no two of these wait for each other.
    await sql`
      insert into rag.words (organisation_id, word)
      select ${organisationId}, new.word
      from (
        select distinct rag.hash_word(w) as word
        from unnest(${words.slice(from, from + wordsAtOnce)}::text[]) as w
      ) as new
      where not exists (
        select from rag.words as noted
        where noted.organisation_id = ${organisationId} and noted.word = new.word
      )
      order by new.word
      on conflict do nothing`.execute(database);
  }
}
