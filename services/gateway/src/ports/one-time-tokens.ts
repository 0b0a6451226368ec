/** Who made a link, as a member of which organisation. */
export interface LinkMaker {
  readonly userId: string;
  readonly organisationId: string;
}

/** Links that work once: for 15 minutes, a password's for a day. */
export interface OneTimeTokens {
  /** Makes the token of a setup link. Earlier ones stop working. */
  addSetup(): Promise<string>;
  /** Makes the token of a link that signs this person in. */
  addSignIn(userId: string): Promise<string>;
  /**
   * Makes the token of a link that sets this person's password. Earlier ones stop working. It holds
   * while its maker may reset the password; one without a maker goes to the person alone.
   */
  addPassword(
    userId: string,
    maker?: LinkMaker,
  ): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** Uses a setup token up; gives false when it is unknown, used or expired. */
  takeSetup(token: string): Promise<boolean>;
  /** Uses a sign-in token up and gives the person, unless it is unknown, used or expired. */
  takeSignIn(token: string): Promise<string | undefined>;
  /**
   * Uses a password token up and gives the person, unless it is unknown, used or expired, or its
   * maker may not reset this password any more.
   */
  takePassword(token: string): Promise<string | undefined>;
}
