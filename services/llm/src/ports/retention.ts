/** Texts that should be gone and are not, by kind. All are 0 on a clean site. */
export interface Leftovers {
  /** Conversations of people who are no longer members. */
  readonly conversations: number;
  /** Threads of checkpoints past their time, or of turns that ended. */
  readonly checkpoints: number;
  /** Turns whose stream is still stored a day after their end. */
  readonly stream_parts: number;
}

/** How long texts stay after their owners, and finds what stayed longer. */
export interface Retention {
  /**
   * Removes conversations, with all that belongs to them, of people who are no longer members of
   * their organisation. Gives the ids of the turns.
   */
  removeDeparted(): Promise<readonly string[]>;
  /** Drops checkpoints last written so many days ago, except those of running turns. */
  dropOldCheckpoints(days: number): Promise<void>;
  countLeftovers(checkpointDays: number): Promise<Leftovers>;
}
