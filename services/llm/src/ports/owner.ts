/** One user in one organisation: the owner of conversations, tools and runs. */
export interface Owner {
  readonly organisationId: string;
  readonly userId: string;
}
