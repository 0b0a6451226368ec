import type { FoundChunk, SearchResponse } from '@lectern/contracts';

const chunk: FoundChunk = {
  id: '11111111-1111-4111-8111-111111111111',
  text: 'Refunds take five days.',
  document_id: '22222222-2222-4222-8222-222222222222',
  document_title: 'Refund policy',
  collection_name: 'Handbook',
  score: 0.031,
  position: 4,
  metadata: {
    page: 3,
    pages: [],
    version: 2,
    mime_type: 'application/pdf',
    section: 'Money > Refunds',
    start: 120,
    end: 143,
    file_name: 'policy.pdf',
    external_id: null,
    url: null,
    created_at: '2026-01-02T03:04:05.000Z',
  },
  scores: {
    dense_distance: 0.4,
    bm25: 7.1,
    dense_normalized: 1,
    bm25_normalized: 1,
    fused: 0.031,
    rerank: null,
    relevance: 0.82,
  },
};

/** Answer of `POST /rag/search`. */
export const searchAnswer: SearchResponse = {
  chunks: [chunk],
  total: 1,
  query: 'refunds',
  search_time_ms: 12.5,
  warnings: [],
};
