/** A passage that a tool found or an answer cites. Offsets are code points. */
export interface AppSource {
  /** Number in the answer, from 1. */
  readonly n: number;
  readonly documentId: string;
  readonly title: string;
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  /** False if the quote does not support the claim. */
  readonly supported: boolean;
  /** Address of the original, if the document has one. */
  readonly url: string | null;
}
