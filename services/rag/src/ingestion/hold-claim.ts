import { type Logger, runPeriodically } from '@lectern/service';
import type { Database, DocumentRow } from '../database/tables.ts';
import { claimMs, renewClaims } from './claim-documents.ts';

/** A worker's claim on the documents of one job. */
export interface Claim {
  readonly id: string;
  /**
   * Returns a signal that aborts when the document was cancelled, deleted, replaced or lost to
   * another worker.
   */
  signalOf(id: string): AbortSignal;
  end(): void;
}

export interface HoldClaimOptions {
  readonly claimId: string;
  /** The documents that were claimed. */
  readonly rows: readonly DocumentRow[];
  /** Aborts the work on all of them. */
  readonly signal: AbortSignal;
}

/** Renews a claim until it is ended, and aborts the work on lost documents. */
export function holdClaim(
  { database, logger }: { readonly database: Database; readonly logger: Logger },
  { claimId, rows, signal }: HoldClaimOptions,
): Claim {
  const controllers = new Map(rows.map((row) => [row.id, new AbortController()]));
  const renew = async () => {
    const held = await renewClaims(database, claimId);
    for (const row of rows) {
      const ours = held.some(({ id, work }) => id === row.id && work === row.work);
      if (!ours) controllers.get(row.id)?.abort(new Error('the work is no longer wanted'));
    }
  };
  const ended = Promise.withResolvers<void>();
  runPeriodically(
    { everyMs: claimMs / 6, work: renew, logger, failure: 'a claim could not be renewed' },
    (close) => void ended.promise.then(close),
  );
  return {
    id: claimId,
    signalOf(id) {
      const own = controllers.get(id)?.signal;
      return own ? AbortSignal.any([signal, own]) : signal;
    },
    end: () => ended.resolve(),
  };
}
