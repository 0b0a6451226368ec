import type { BlobStore } from '@lectern/blobs';
import type { Database } from '../database/tables.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';

export interface StoredDocuments {
  readonly database: Database;
  readonly blobs: BlobStore;
}

/** Dependencies of recording a document. */
export interface DocumentStores extends StoredDocuments {
  readonly quotas: DocumentQuotas;
}
