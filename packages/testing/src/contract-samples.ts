import type { Collection, Document } from '@lectern/contracts';

const since = '2026-01-02T03:04:05.000Z';

/** Returns a document in state `ready`, as the API returns it. */
export function sampleDocument(parts: Partial<Document> = {}): Document {
  return {
    id: '22222222-2222-4222-8222-222222222222',
    collection_id: '33333333-3333-4333-8333-333333333333',
    title: 'Policy',
    file_name: 'p.pdf',
    external_id: null,
    url: null,
    mime_type: 'application/pdf',
    size: 1_000,
    sha256: '0'.repeat(64),
    status: 'ready',
    progress: { stage: 'ready', done: 1, total: 1 },
    error: null,
    warnings: [],
    version: 1,
    page_count: 2,
    chunk_count: 3,
    metadata: {},
    created_at: since,
    updated_at: since,
    ...parts,
  };
}

/** Returns a root collection, as the API returns it. */
export function sampleCollection(parts: Partial<Collection> = {}): Collection {
  return {
    id: '33333333-3333-4333-8333-333333333333',
    parent_id: null,
    name: 'Handbook',
    description: '',
    settings: {},
    document_count: 1,
    created_at: since,
    updated_at: since,
    permission: 'manage',
    inherit: true,
    shared_with: [],
    ...parts,
  };
}
