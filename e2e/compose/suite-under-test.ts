import type { Api } from '../suite/api.ts';
import type { Report } from '../suite/report.ts';
import type { Compose, Scale } from './compose.ts';
import type { Owner } from './set-up-owner.ts';

/** A running installation that holds the manual, and what the checks need of it. */
export interface SuiteUnderTest {
  readonly compose: Compose;
  readonly scale: Scale;
  readonly owner: Owner;
  readonly api: Api;
  readonly report: Report;
  /** Collection of the manual, and its document id. */
  readonly collectionId: string;
  readonly documentId: string;
  /** Decides which documents are sent. */
  readonly seed: number;
}
