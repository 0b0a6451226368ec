/** Scores are 0 to 1 and comparable within one answer only. */
export interface ScoredServer {
  readonly name: string;
  readonly score: number;
}

export interface ScoredTool {
  readonly server: string;
  readonly name: string;
  readonly score: number;
}

export type RoutingKind = 'server' | 'nothing_relevant' | 'ambiguous';

/** The choice of a server from scores alone, without a language model. */
export interface RoutingDecision {
  readonly kind: RoutingKind;
  /** The server's name; null unless `kind` is `server`. */
  readonly server: string | null;
  /** Servers that fit alike, best first; empty unless `kind` is `ambiguous`. */
  readonly choices: readonly string[];
  /** The scores that decided, in English, for a person. Contains no text of a server. */
  readonly reason: string;
  /** Estimated probability, 0 to 1, that anything found fits the query. */
  readonly evidence: number;
}
