import type { Api, NamedFile } from '../../suite/api.ts';
import type { TemporarySuite } from '../../suite/temporary-suite.ts';

export interface LoadContext {
  readonly suite: TemporarySuite;
  readonly api: Api;
  /** Holds documents that stay. */
  readonly libraryId: string;
  /** Takes documents that come and go. */
  readonly inboxId: string;
  /** The same files come again and again, so that the stores do not grow. */
  readonly files: readonly NamedFile[];
}

/** Something that somebody does again and again. Leaves nothing behind that grows. */
export interface Activity {
  readonly name: string;
  /** Rest between two turns, in milliseconds. */
  readonly restMs: number;
  /** @throws Error when anything was not answered as it should be. */
  readonly takeTurn: (context: LoadContext, turn: number) => Promise<void>;
}
