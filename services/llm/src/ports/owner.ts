import type { Principal } from '@lectern/contracts';

/** One user in one organisation: the owner of conversations, tools and runs. */
export interface Owner {
  readonly organisationId: string;
  readonly userId: string;
}

/** An owner and the scopes of the credential. */
export type Reader = Owner & Pick<Principal, 'scopes'>;

/** The columns of rows that belong to an owner. */
export function ofOwner({ organisationId, userId }: Owner) {
  return { organisation_id: organisationId, user_id: userId };
}
