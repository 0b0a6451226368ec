/** A token that one request may use. */
export interface RateToken {
  /** Says that the request was answered; the token comes back a window later. */
  giveBack(): Promise<void>;
  /** Says that no request was made; the token is free again at once. */
  giveBackUnused(): Promise<void>;
}

/** The tokens of one outside service, shared by all replicas. */
export interface RateTokens {
  /** A token, or the milliseconds after which it is worth asking again. */
  tryTake(): Promise<RateToken | { readonly retryAfterMs: number }>;
  /** Lets no request go for so long, since the service asked for it. */
  pause(durationMs: number): Promise<void>;
}
