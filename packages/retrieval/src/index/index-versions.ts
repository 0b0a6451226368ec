/**
 * The index versions of the index that a store holds, whether or not somebody has them open. Every
 * method rejects with `IndexUnavailableError` when the store cannot be used.
 */
export interface IndexVersions {
  /**
   * Names that begin with `prefix`, as they were given when the index versions were opened. One that
   * holds anything but letters and digits, or more than 60 of them, may be missing.
   */
  list(prefix: string): Promise<string[]>;
  /**
   * Removes an index version with all that is in it; one that is not there is no error. Who has it
   * open finds the index unavailable from then on, never empty. Where only one process may write,
   * it is refused while there is one. After an interruption it can be repeated.
   */
  drop(indexVersion: string): Promise<void>;
}
