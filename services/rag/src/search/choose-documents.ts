import { AppError } from '@lectern/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';

export interface ChosenDocuments {
  readonly ids: readonly string[];
  /** Readable collections; undefined if all of the organisation are readable. */
  readonly allowed: readonly string[] | undefined;
  /** Collections whose documents are selected too. */
  readonly beside: readonly string[] | undefined;
}

/**
 * Returns the condition that a document `d` is selected.
 * @throws AppError `document_not_found` if one of the ids is not readable.
 */
export async function chooseDocuments(
  database: Database,
  { organisationId }: Access,
  { ids, allowed, beside = [] }: ChosenDocuments,
): Promise<RawBuilder<boolean>> {
  const distinct = [...new Set(ids)];
  let readable = database
    .selectFrom('rag.documents as d')
    .select('d.id')
    .where('d.organisation_id', '=', organisationId)
    .where('d.deleted_at', 'is', null)
    .where('d.id', 'in', distinct);
  if (allowed) {
    readable = readable.where(sql<boolean>`d.collection_id = any(${[...allowed]}::uuid[])`);
  }
  if ((await readable.execute()).length < distinct.length) {
    throw new AppError('document_not_found');
  }
  return sql<boolean>`(d.id = any(${distinct}::uuid[]) or d.collection_id = any(${[...beside]}::uuid[]))`;
}
