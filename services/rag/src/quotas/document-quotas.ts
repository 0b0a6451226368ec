import { AppError, type QuotaUse } from '@lectern/contracts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** Quotas of each organisation. */
export interface DocumentQuotas {
  readonly documents: number;
  /** Bytes of originals. */
  readonly bytes: number;
}

/** Current use of the organisation. */
export async function loadDocumentUse(
  database: Database | DatabaseTransaction,
  organisationId: string,
  quotas: DocumentQuotas,
): Promise<readonly QuotaUse[]> {
  const use = await database
    .selectFrom('rag.document_use')
    .select(['documents', 'bytes'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return (['documents', 'bytes'] as const).map((quota) => ({
    quota,
    used: Number(use?.[quota] ?? 0),
    limit: quotas[quota],
  }));
}

/** Newly added documents and bytes, and the quotas. */
export interface DocumentsAdded {
  readonly quotas: DocumentQuotas;
  readonly added: DocumentQuotas;
}

/**
 * Must follow the statements that add documents or bytes, in their transaction, so that they are
 * undone. Others at the edge of the quota wait meanwhile.
 *
 * @throws AppError `quota_exceeded`; its `used` is the use before.
 */
export async function assertDocumentQuotas(
  transaction: DatabaseTransaction,
  organisationId: string,
  { quotas, added }: DocumentsAdded,
): Promise<void> {
  const use = await loadDocumentUse(transaction, organisationId, quotas);
  const over = use.find(({ used, limit }) => used > limit);
  if (!over) return;
  const quota = over.quota as keyof DocumentQuotas;
  const { limit } = over;
  throw new AppError(
    'quota_exceeded',
    `The organisation may have ${limit} ${quota}; this would make ${over.used}.`,
    { details: { quota, used: over.used - added[quota], limit } },
  );
}
