/** The chosen tool server and the reason; or the reason for choosing none. */
export interface Route {
  /** Null: no server fits, or the person is asked to choose. */
  readonly server: string | null;
  /** Names of the candidate servers, best first. */
  readonly candidates: readonly string[];
  /** Scores of the candidates, in their order, 0 to 1. */
  readonly scores?: readonly number[] | undefined;
  /** Text for a person; it contains no text of a server. */
  readonly reason: string;
}
