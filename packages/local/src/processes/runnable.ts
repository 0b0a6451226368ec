/** Exit of a process that nobody stopped. */
export interface UnexpectedExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that can be started again after it ended. */
export interface Runnable {
  /** Undefined while it does not run. */
  readonly pid: number | undefined;
  /** Resolves when it serves; rejects, with nothing left running, when it does not get there. */
  start(): Promise<void>;
  /** Resolves when it has ended. Does nothing when it does not run. */
  stop(): Promise<void>;
  /** Called when it ends without `stop`, once it had started. One listener. */
  onUnexpectedExit(listener: (exit: UnexpectedExit) => void): void;
}
