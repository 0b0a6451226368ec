import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** Counts an organisation's rows. */
export async function countRows(
  database: Database | DatabaseTransaction,
  table: 'rag.collections' | 'rag.evaluation_sets' | 'rag.sources',
  organisationId: string,
): Promise<number> {
  const { count } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
