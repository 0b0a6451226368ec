/** A token for one request. */
export interface RateToken {
  /** Returns the token a window after the answer. */
  giveBack(): Promise<void>;
  /** Returns the token at once, since no request was made. */
  giveBackUnused(): Promise<void>;
}

/** No token is free. */
export interface NoToken {
  /** Milliseconds until the next try makes sense. */
  readonly retryAfterMs: number;
  /** Milliseconds of a pause that the service requested; 0 without one. */
  readonly pausedMs: number;
}

/** Tokens of one outside service, shared by all replicas. */
export interface RateTokens {
  tryTake(): Promise<RateToken | NoToken>;
  /** Stops all requests for this time, since the service requested it. */
  pause(durationMs: number): Promise<void>;
}
