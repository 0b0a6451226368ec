import type { Invitation, Role } from '@lectern/contracts';

export interface NewInvitation {
  readonly organisationId: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
}

/** Invitations into an organisation. Their tokens are kept hashed and live seven days. */
export interface Invitations {
  /**
   * Makes an invitation; an earlier one of the same address stops working.
   *
   * @throws AppError `already_member`.
   */
  add(invitation: NewInvitation): Promise<Invitation & { readonly token: string }>;
  /** The open ones of an organisation, newest first. */
  list(organisationId: string): Promise<readonly Invitation[]>;
  find(id: string, organisationId: string): Promise<Invitation | undefined>;
  remove(id: string, organisationId: string): Promise<boolean>;
  /** The address that an open invitation is for. */
  findEmail(token: string): Promise<string | undefined>;
  /** Uses the invitation up and makes the person a member; undefined when it is not open any more. */
  accept(
    token: string,
    userId: string,
  ): Promise<{ readonly organisationId: string; readonly role: Role } | undefined>;
}
