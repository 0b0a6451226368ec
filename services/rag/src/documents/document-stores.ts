import type { BlobStore } from '@lectern/blobs';
import type { Database } from '../database/tables.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';

/** Where documents are. */
export interface StoredDocuments {
  readonly database: Database;
  readonly blobs: BlobStore;
}

/** What recording a document needs. */
export interface DocumentStores extends StoredDocuments {
  readonly quotas: DocumentQuotas;
}
