/** Links that work once, for 15 minutes. */
export interface OneTimeTokens {
  /** Makes the token of a setup link. Earlier ones stop working. */
  addSetup(): Promise<string>;
  /** Makes the token of a link that signs this person in. */
  addSignIn(userId: string): Promise<string>;
  /** Uses a setup token up; gives false when it is unknown, used or expired. */
  takeSetup(token: string): Promise<boolean>;
  /** Uses a sign-in token up and gives the person, unless it is unknown, used or expired. */
  takeSignIn(token: string): Promise<string | undefined>;
}
