/**
 * The index versions in a store, open or not. Every method rejects with `IndexUnavailableError`
 * when the store cannot be used.
 */
export interface IndexVersions {
  /**
   * Returns the names that begin with `prefix`, as given when the index versions were opened. A
   * name with characters other than letters and digits, or with more than 60, may be missing.
   */
  list(prefix: string): Promise<string[]>;
  /**
   * Removes an index version with its content; a missing one is no error. Processes that have it
   * open get `IndexUnavailableError` from then on, never an empty index. Where only one process may
   * write, it is refused while there is a writer. It can be repeated after an interruption.
   */
  drop(indexVersion: string): Promise<void>;
}
