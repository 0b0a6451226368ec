import type { BlobStore } from '@lectern/blobs';
import type { Database } from '../database/tables.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';

/** What recording a document needs. */
export interface DocumentStores {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly quotas: DocumentQuotas;
}
