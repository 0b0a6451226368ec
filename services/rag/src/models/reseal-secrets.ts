import type { Logger, Sealer } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { placeOfCredentials } from '../sources/source-credentials.ts';
import { placeOfKey } from './model-key.ts';

const columns = [
  { table: 'rag.embedding_models', column: 'api_key', placeOf: placeOfKey },
  { table: 'rag.rerankers', column: 'api_key', placeOf: placeOfKey },
  { table: 'rag.sources', column: 'credentials', placeOf: placeOfCredentials },
];

/** Seals what older keys sealed with the newest one, so that the older ones can be removed. */
export async function resealSecrets(
  database: Database,
  sealer: Sealer,
  logger: Logger,
): Promise<void> {
  for (const { table, column, placeOf } of columns) {
    const [from, secret] = [sql.table(table), sql.ref(column)];
    const { rows } = await sql<{ id: string; sealed: string }>`
      select id, ${secret} as sealed from ${from} where ${secret} is not null`.execute(database);
    for (const { id, sealed } of rows.filter((row) => sealer.isOutdated(row.sealed))) {
      try {
        const anew = sealer.seal(sealer.open(sealed, placeOf(id)), placeOf(id));
        // Another process may have changed the secret meanwhile.
        await sql`update ${from} set ${secret} = ${anew}
          where id = ${id} and ${secret} = ${sealed}`.execute(database);
      } catch (error) {
        logger.warn({ err: error, id }, `a secret of ${table} was not sealed anew`);
      }
    }
  }
}
