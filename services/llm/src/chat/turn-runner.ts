import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@lectern/contracts';
import { type OnClose, runPeriodically } from '@lectern/service';
import type { RunTokens } from '../clients/run-tokens.ts';
import type { Owner } from '../ports/owner.ts';
import type {
  BegunTurn,
  DecidedApproval,
  NewBranch,
  NewTurn,
  Turn,
  TurnOutcome,
} from '../turns/turn.ts';
import type { TurnLeases } from '../turns/turn-leases.ts';
import type { PlacedPart, TurnParts } from '../turns/turn-parts.ts';
import type { TurnStarts } from '../turns/turn-starts.ts';
import { PartLog } from './part-log.ts';
import {
  type RunTurnDependencies,
  runTurn,
  type StopReason,
  type TurnTask,
  toOutcome,
} from './run-turn.ts';
import { isLastPart, rebuildParts } from './turn-parts.ts';

export type EndedTurn = Turn & { readonly status: TurnOutcome['status'] };

/** A turn that has ended or waits for a decision. */
export type SettledTurn = Turn & { readonly status: TurnOutcome['status'] | 'waiting' };

export interface TurnTimes {
  /** Maximum time of a turn. */
  readonly turnMs: number;
  /** Interval of heartbeats, which also bring stop requests of other replicas. */
  readonly beatMs: number;
  /** Time without a heartbeat after which another process takes a turn over. */
  readonly silentMs: number;
  /** Interval for polling a turn that runs in another process. */
  readonly pollMs: number;
  /** Time for which parts are kept after the turn. */
  readonly partRetentionMs: number;
  /** Maximum time for which a turn waits for a decision. */
  readonly approvalMs: number;
}

const defaultTimes: TurnTimes = {
  turnMs: 300_000,
  beatMs: 1_000,
  silentMs: 20_000,
  pollMs: 250,
  partRetentionMs: 3_600_000,
  approvalMs: 3_600_000,
};
/** Heartbeats between two searches for abandoned turns and for expired parts. */
const beatsPerSweep = 10;

export interface TurnRunnerDependencies extends RunTurnDependencies {
  readonly starts: TurnStarts;
  readonly parts: TurnParts;
  readonly leases: TurnLeases;
  /** Calls back when the person's credential ends; returns a function that stops watching. */
  readonly watchToken: (token: string, onEnd: () => void) => () => void;
  readonly runTokens: RunTokens;
}

export interface TurnPlace {
  readonly turn: Turn;
  /** Position of the previous part; -1 at the start of the turn. */
  readonly after: number;
}

interface RunningTurn {
  readonly log: PartLog;
  readonly abort: AbortController;
  readonly finished: Promise<void>;
}

/**
 * Runs turns independently of the requests that began them. Any replica follows or stops a turn: in
 * this process from memory, in another through stored parts and the stop flag.
 */
export class TurnRunner {
  readonly #id = randomUUID();
  readonly #dependencies: TurnRunnerDependencies;
  readonly #times: TurnTimes;
  readonly #running = new Map<string, RunningTurn>();
  readonly #closing = new AbortController();

  constructor(dependencies: TurnRunnerDependencies, times: Partial<TurnTimes> = {}) {
    this.#dependencies = dependencies;
    this.#times = { ...defaultTimes, ...times };
  }

  /** Takes over abandoned turns and watches turns until closed. */
  async open(onClose: OnClose): Promise<void> {
    await this.#claimAbandoned();
    onClose(async () => {
      this.#closing.abort();
      for (const { abort } of this.#running.values()) abort.abort('left' satisfies StopReason);
      await Promise.all([...this.#running.values()].map(({ finished }) => finished));
      await this.#dependencies.leases.release(this.#id);
    });
    let beats = 0;
    runPeriodically(
      {
        everyMs: this.#times.beatMs,
        work: async () => {
          beats += 1;
          await this.#beat();
          if (beats % beatsPerSweep === 0) await this.#sweep();
        },
        logger: this.#dependencies.logger,
        failure: 'running turns could not be looked after',
      },
      onClose,
    );
  }

  /** Stores a message and starts its turn. A repeated message returns the turn that it began. */
  async begin(owner: Owner, given: NewTurn, token: string): Promise<Turn> {
    this.#assertOpen();
    return this.#startNew(await this.#dependencies.starts.begin(owner, given, this.#id), token);
  }

  /** Starts a turn beside an earlier one. */
  async beginBranch(owner: Owner, branch: NewBranch, token: string): Promise<Turn> {
    this.#assertOpen();
    const begun = await this.#dependencies.starts.beginBranch(owner, branch, this.#id);
    return this.#startNew(begun, token);
  }

  /** Continues a waiting turn after a decision. */
  async decide(owner: Owner, decided: DecidedApproval, token: string): Promise<Turn> {
    this.#assertOpen();
    const { approvals, parts } = this.#dependencies;
    const { turn, isNew } = await approvals.decide(owner, decided, this.#id);
    if (!isNew) return turn;
    const earlier = await parts.list(turn.id, -1);
    const resumed = { decision: decided.decision };
    this.#start({ turn, getToken: async () => token, resumed }, { from: 0, earlier });
    return turn;
  }

  /** Returns when a turn that has waited since then is stopped. */
  endOfWaiting(since: Date): Date {
    return new Date(since.getTime() + this.#times.approvalMs);
  }

  /**
   * Waits until a turn has ended or waits for a decision.
   *
   * @throws the signal's reason when that is aborted.
   */
  async wait(owner: Owner, turn: Turn, signal: AbortSignal): Promise<SettledTurn> {
    await this.#running.get(turn.id)?.finished;
    for (;;) {
      const current = await this.#dependencies.turns.get(owner, turn.id);
      if (isSettled(current)) return current;
      if (this.#closing.signal.aborted) throw new AppError('service_unavailable');
      await delay(this.#times.pollMs, undefined, { signal });
    }
  }

  /** Yields the parts of a turn after a position, then new ones, until the turn ends. */
  async *follow(
    owner: Owner,
    { turn, after }: TurnPlace,
    signal: AbortSignal,
  ): AsyncGenerator<PlacedPart> {
    const running = this.#running.get(turn.id);
    if (running) yield* running.log.read(after, signal);
    else yield* this.#followStored(owner, { turn, after }, signal);
  }

  /** Stops the running turn of a conversation in any process, and waits for its end. */
  async stop(owner: Owner, conversationId: string, signal: AbortSignal): Promise<void> {
    const turnId = await this.#dependencies.turns.requestStop(owner, conversationId);
    if (turnId === undefined) return;
    this.#running.get(turnId)?.abort.abort('stopped' satisfies StopReason);
    const turn = await this.#dependencies.turns.get(owner, turnId);
    const settled = await this.wait(owner, turn, signal);
    if (settled.status === 'waiting') await this.#stopWaiting(settled);
  }

  /** Stops turns that were deleted from the database and deletes their checkpoints. */
  async forget(turnIds: readonly string[]): Promise<void> {
    for (const id of turnIds) {
      const running = this.#running.get(id);
      running?.abort.abort('left' satisfies StopReason);
      await running?.finished;
      for (const mode of Object.values(this.#dependencies.modes)) await mode.forget(id);
    }
  }

  #assertOpen(): void {
    if (this.#closing.signal.aborted) throw new AppError('service_unavailable');
  }

  #startNew({ turn, isNew }: BegunTurn, token: string): Turn {
    if (isNew) this.#start({ turn, getToken: async () => token, resumed: undefined }, noParts);
    return turn;
  }

  async *#followStored(
    owner: Owner,
    { turn, after }: TurnPlace,
    signal: AbortSignal,
  ): AsyncGenerator<PlacedPart> {
    const { turns, parts: stored } = this.#dependencies;
    let position = after;
    while (!signal.aborted) {
      // The turn is read first, since its parts are stored before its end.
      const current = await turns.get(owner, turn.id);
      const parts = await stored.list(turn.id, position);
      for (const placed of parts) {
        if (isLastPart(placed.part) && !isSettled(current)) break;
        yield placed;
        position = placed.position;
      }
      if (hasEnded(current)) {
        if (position === -1) {
          yield* rebuildParts(current).map((part, index) => ({ position: index, part }));
        }
        return;
      }
      if (isSettled(current)) return;
      await delay(this.#times.pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ends a waiting turn whose decision is overdue. */
  async #stopWaiting(turn: Turn): Promise<void> {
    const { turns, modes } = this.#dependencies;
    const partial = await modes[turn.mode].checkPartial(turn.id, '');
    await turns.finish(turn.id, toOutcome('stopped', partial));
    await modes[turn.mode].forget(turn.id);
  }

  #start(task: StartedTask, before: EarlierParts): void {
    const { parts, logger } = this.#dependencies;
    const { turn } = task;
    const abort = new AbortController();
    const log = new PartLog({ parts, turnId: turn.id, ...before, logger });
    const timeout = setTimeout(
      () => abort.abort('timeout' satisfies StopReason),
      this.#times.turnMs,
    );
    let stopWatching: (() => void) | undefined;
    const getToken = async () => {
      const token = await task.getToken(abort.signal);
      const stop = () => abort.abort('stopped' satisfies StopReason);
      stopWatching = this.#dependencies.watchToken(token, stop);
      return token;
    };
    const finished = runTurn(this.#dependencies, { ...task, getToken, log, signal: abort.signal })
      .catch((error: unknown) => {
        logger.error({ err: error, turn_id: turn.id }, 'a turn could not be stored');
      })
      .finally(() => {
        clearTimeout(timeout);
        stopWatching?.();
        this.#running.delete(turn.id);
        log.close();
      });
    this.#running.set(turn.id, { log, abort, finished });
  }

  async #beat(): Promise<void> {
    const ids = [...this.#running.keys()];
    if (ids.length > 0) this.#obey(await this.#dependencies.leases.beat(this.#id, ids));
  }

  async #sweep(): Promise<void> {
    const { parts, leases } = this.#dependencies;
    await this.#claimAbandoned();
    for (const turn of await leases.listExpired(this.#times.approvalMs)) {
      await this.#stopWaiting(turn);
    }
    await parts.drop(this.#times.partRetentionMs);
    await leases.dropStrayCheckpoints();
  }

  #obey({ stopped, lost }: { stopped: readonly string[]; lost: readonly string[] }): void {
    for (const id of stopped) this.#running.get(id)?.abort.abort('stopped' satisfies StopReason);
    for (const id of lost) this.#running.get(id)?.abort.abort('left' satisfies StopReason);
  }

  async #claimAbandoned(): Promise<void> {
    const { parts, leases, runTokens } = this.#dependencies;
    for (const turn of await leases.claimAbandoned(this.#id, this.#times.silentMs)) {
      const from = await parts.restart(turn.id);
      const { owner, grounds, id: turnId } = turn;
      const getToken = (signal: AbortSignal) => runTokens.mint({ owner, grounds, turnId }, signal);
      this.#start({ turn, getToken, resumed: { decision: undefined } }, { from, earlier: [] });
    }
  }
}

interface StartedTask extends Omit<TurnTask, 'log' | 'signal' | 'getToken'> {
  readonly getToken: (signal: AbortSignal) => Promise<string>;
}

interface EarlierParts {
  readonly from: number;
  readonly earlier: readonly PlacedPart[];
}

const noParts: EarlierParts = { from: 0, earlier: [] };

export function hasEnded(turn: Turn): turn is EndedTurn {
  return turn.status !== 'running' && turn.status !== 'waiting';
}

function isSettled(turn: Turn): turn is SettledTurn {
  return turn.status !== 'running';
}
