import type { Citation } from '@lectern/contracts';

/** A citation that is open. `key` is what the address of the page says: message id, a dot, `n`. */
export interface OpenSource {
  readonly key: string;
  readonly messageId: string;
  readonly n: number;
}

export interface Source extends OpenSource {
  readonly citation: Citation;
}
