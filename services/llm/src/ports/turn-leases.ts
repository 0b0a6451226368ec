import type { Turn } from './turns.ts';

/** Which process runs a turn. A process that gives no sign of life loses its turns. */
export interface TurnLeases {
  /** Signs of life of running turns; gives those that were asked to stop or are no longer ours. */
  beat(
    runnerId: string,
    turnIds: readonly string[],
  ): Promise<{ readonly stopped: readonly string[]; readonly lost: readonly string[] }>;
  /** Leaves turns to whichever process claims next. */
  release(runnerId: string): Promise<void>;
  /** Takes over turns whose process gave no sign of life for so long. */
  claimAbandoned(runnerId: string, silentMs: number): Promise<readonly Turn[]>;
  /** Turns that have waited for a decision for so long. */
  listExpired(waitingMs: number): Promise<readonly Turn[]>;
  /** Drops checkpoints that an aborted graph wrote after its turn had ended. */
  dropStrayCheckpoints(): Promise<void>;
}
