/** Which tool server answered, and why that one. */
export interface Route {
  readonly server: string;
  /** Names of the servers that were looked at, best first. */
  readonly candidates: readonly string[];
  /** For a person; holds no text of a server. */
  readonly reason: string;
}
