/** A passage of a document, as the search gave it. */
export interface Passage {
  readonly documentId: string;
  readonly chunkId: string;
  readonly title: string;
  readonly url: string | null;
  readonly fileName: string | null;
  readonly mimeType: string | null;
  /** Of the document. */
  readonly version: number;
  /** On which the passage starts; counts from 1. */
  readonly page: number | null;
  /** Pages behind the first; `start` is where each begins in the document's parsed text. */
  readonly pages: readonly { readonly page: number; readonly start: number }[];
  /** Heading path. */
  readonly section: string | null;
  readonly text: string;
  /** Code point offset of `text` in the document's parsed text. */
  readonly start: number;
  /** As the search rated it, 0 to 1. */
  readonly relevance?: number;
}

/** A question and its answer, earlier in a conversation. */
export interface Exchange {
  readonly question: string;
  readonly answer: string;
}
