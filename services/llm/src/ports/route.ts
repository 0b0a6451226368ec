/** Which tool server goes on, and why that one; or why none does. */
export interface Route {
  /** Null: none of them fits, or the person is asked which. */
  readonly server: string | null;
  /** Names of the servers that were looked at, best first. */
  readonly candidates: readonly string[];
  /** Theirs, in their order, 0 to 1. */
  readonly scores?: readonly number[] | undefined;
  /** For a person; holds no text of a server. */
  readonly reason: string;
}
