/** A passage of a document that was retrieved. */
export interface Passage {
  readonly documentId: string;
  readonly chunkId: string;
  readonly title: string;
  readonly url: string | null;
  readonly fileName: string | null;
  readonly mimeType: string | null;
  /** Version of the document. */
  readonly version: number;
  /** Page on which the passage starts; counts from 1. */
  readonly page: number | null;
  /** Further pages; `start` is the offset of each in the document's parsed text. */
  readonly pages: readonly { readonly page: number; readonly start: number }[];
  /** Heading path. */
  readonly section: string | null;
  readonly text: string;
  /** Code point offset of `text` in the document's parsed text. */
  readonly start: number;
  /** End of the corrected place, if `text` is a person's correction of what stands there. */
  readonly correctedUntil?: number;
  /** Score of the search, 0 to 1. */
  readonly relevance?: number;
}

/** A question and its answer, earlier in a conversation. */
export interface Exchange {
  readonly question: string;
  readonly answer: string;
}
