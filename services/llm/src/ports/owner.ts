/** Whose conversations, tools and runs: one user in one organisation. */
export interface Owner {
  readonly organisationId: string;
  readonly userId: string;
}
