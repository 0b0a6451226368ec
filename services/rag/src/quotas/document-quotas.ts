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

/**
 * Comes after what adds documents or bytes, in its transaction, so that it is undone. Others at the
 * edge of the quota wait meanwhile.
 *
 * @throws AppError `quota_exceeded`; its `used` is what would be used.
 */
export async function assertDocumentQuotas(
  transaction: DatabaseTransaction,
  organisationId: string,
  quotas: DocumentQuotas,
): Promise<void> {
  const use = await loadDocumentUse(transaction, organisationId, quotas);
  const over = use.find(({ used, limit }) => used > limit);
  if (!over) return;
  throw new AppError(
    'quota_exceeded',
    `The organisation may have ${over.limit} ${over.quota}; this would make ${over.used}.`,
    { details: { ...over } },
  );
}
