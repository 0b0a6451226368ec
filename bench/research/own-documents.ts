import { type ListeningApp, startRecordedHttp } from '@lectern/testing';

interface OwnDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Documents that a team might have. */
export const ownDocuments: readonly OwnDocument[] = [
  [
    'Storage of insulin',
    'Unopened insulin glargine is stored at 2 to 8 degrees. Opened pens may stay at room temperature for 28 days.',
  ],
  [
    'Remdesivir protocol',
    'Our protocol gives remdesivir 200 mg on day 1 and 100 mg once daily for up to 9 more days. Renal function is checked before each dose.',
  ],
  [
    'Semaglutide start guide',
    'Semaglutide is started at 0.25 mg once a week for four weeks. Nausea is discussed before the first dose.',
  ],
  [
    'Anticoagulation after thrombosis',
    'After six months of anticoagulation for venous thromboembolism, low-dose aspirin is offered to patients who stop.',
  ],
  ['Zorvastin memo', 'In NCT55501234 and ISRCTN12345678 zorvastin was safe.'],
  ['Visitors', 'Visitors sign in at the front desk and wear a badge.'],
].map(([title = '', text = ''], index) => ({
  id: `22222222-2222-4222-8222-00000000000${index}`,
  title,
  text,
}));

/** A collection that nobody has. */
export const unknownCollection = '44444444-4444-4444-8444-444444444444';

export interface OwnDocuments extends ListeningApp {
  /** Ids of documents whose stored quotes may no longer be read. */
  readonly withdrawn: Set<string>;
}

/** Stands in for the knowledge service: a passage is found by words that it shares with the query. */
export async function startOwnDocuments(): Promise<OwnDocuments> {
  const withdrawn = new Set<string>();
  const listening = await startRecordedHttp({
    'POST /internal/readable-documents': ({ body }) => {
      const { document_ids } = JSON.parse(body) as { document_ids: string[] };
      return { body: { document_ids: document_ids.filter((id) => !withdrawn.has(id)) } };
    },
    'POST /rag/search': ({ body }) => {
      if (body.includes(unknownCollection)) {
        const error = {
          code: 'collection_not_found',
          message: 'No such collection.',
          request_id: 'recorded',
        };
        return { status: 404, body: { error } };
      }
      const { query } = JSON.parse(body) as { query: string };
      const wanted = new Set(query.toLowerCase().match(/\p{L}{5,}/gu) ?? []);
      const rated = ownDocuments
        .map((document) => {
          const words = new Set(
            `${document.title} ${document.text}`.toLowerCase().match(/\p{L}{5,}/gu),
          );
          return { document, shared: [...wanted].filter((word) => words.has(word)).length };
        })
        .filter(({ shared }) => shared > 0)
        .toSorted((a, b) => b.shared - a.shared || (a.document.id < b.document.id ? -1 : 1));
      return {
        body: {
          chunks: rated.map(({ document, shared }) => toChunk(document, shared)),
          total: rated.length,
          query,
          search_time_ms: 1,
          warnings: [],
        },
      };
    },
  });
  return { ...listening, withdrawn };
}

function toChunk({ id, title, text }: OwnDocument, shared: number) {
  return {
    id: id.replace(/^2{8}/, '33333333'),
    text,
    document_id: id,
    document_title: title,
    collection_name: 'Handbook',
    score: shared,
    position: 0,
    metadata: {
      page: 1,
      pages: [],
      section: null,
      start: 0,
      end: text.length,
      file_name: `${title}.txt`,
      mime_type: 'text/plain',
      version: 1,
      external_id: null,
      url: null,
      created_at: '2026-01-01T00:00:00.000Z',
    },
    scores: {
      dense_distance: null,
      bm25: null,
      dense_normalized: null,
      bm25_normalized: null,
      fused: shared,
      rerank: null,
      relevance: Math.min(1, shared / 4),
    },
  };
}
