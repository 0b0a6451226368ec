import type { Citation } from '@lectern/contracts';

/** An open citation. `key` is part of the page's address: message id, a dot, `n`. */
export interface OpenSource {
  readonly key: string;
  readonly messageId: string;
  readonly n: number;
}

export interface Source extends OpenSource {
  readonly citation: Citation;
}
