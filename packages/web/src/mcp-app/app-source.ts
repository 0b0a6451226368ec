/** A passage of a document that a tool found or an answer cites. Offsets are code points. */
export interface AppSource {
  /** From 1, as the answer numbers it. */
  readonly n: number;
  readonly documentId: string;
  readonly title: string;
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  /** False: the claim was not found in the quote. */
  readonly supported: boolean;
  /** Where the original is, for documents that came with an address. */
  readonly url: string | null;
}
