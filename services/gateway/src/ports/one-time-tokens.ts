/** Links that work once: for 15 minutes, a password's for a day. */
export interface OneTimeTokens {
  /** Makes the token of a setup link. Earlier ones stop working. */
  addSetup(): Promise<string>;
  /** Makes the token of a link that signs this person in. */
  addSignIn(userId: string): Promise<string>;
  /** Makes the token of a link that sets this person's password. Earlier ones stop working. */
  addPassword(userId: string): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** Uses a setup token up; gives false when it is unknown, used or expired. */
  takeSetup(token: string): Promise<boolean>;
  /** Uses a sign-in token up and gives the person, unless it is unknown, used or expired. */
  takeSignIn(token: string): Promise<string | undefined>;
  /** Uses a password token up and gives the person, unless it is unknown, used or expired. */
  takePassword(token: string): Promise<string | undefined>;
}
