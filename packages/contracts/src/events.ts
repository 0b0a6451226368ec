import type { Document } from './documents.ts';

/** Events of `GET /api/events`, by their SSE name. */
export interface KnowledgeEvents {
  document: Document | { id: string; collection_id: string; deleted: true };
  /** Its name, place, settings or grants changed, or it was deleted with all below it. */
  collection: { id: string; deleted?: true };
  heartbeat: { time: string };
}

/** Events of a streamed `POST /api/ask`, by their SSE name. */
export interface AskEvents {
  retrieval: Pick<import('./ask.ts').AskResponse, 'chunks' | 'retrieval'>;
  delta: { text: string };
  done: import('./ask.ts').AskResponse;
  error: import('./common.ts').ErrorBody;
}
