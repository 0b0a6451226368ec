import { AppError, type QuotaUse } from '@lectern/contracts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** What each organisation may have. */
export interface DocumentQuotas {
  readonly documents: number;
  /** Of originals. */
  readonly bytes: number;
}

/** What the organisation's documents come to. */
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

/** What was added just now, and how much there may be. */
export interface DocumentsAdded {
  readonly quotas: DocumentQuotas;
  readonly added: DocumentQuotas;
}

/**
 * Comes after what adds documents or bytes, in its transaction, so that it is undone. Others at the
 * edge of the quota wait meanwhile.
 *
 * @throws AppError `quota_exceeded`; its `used` is what was used before.
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
