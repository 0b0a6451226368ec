/** A token that one request may use. */
export interface RateToken {
  /** Says that the request was answered; the token comes back a window later. */
  giveBack(): Promise<void>;
  /** Says that no request was made; the token is free again at once. */
  giveBackUnused(): Promise<void>;
}

/** No token is free. */
export interface NoToken {
  /** After so long it is worth asking again. */
  readonly retryAfterMs: number;
  /** For so long the service asked to wait; 0 where others use its rate up. */
  readonly pausedMs: number;
}

/** The tokens of one outside service, shared by all replicas. */
export interface RateTokens {
  tryTake(): Promise<RateToken | NoToken>;
  /** Lets no request go for so long, since the service asked for it. */
  pause(durationMs: number): Promise<void>;
}
