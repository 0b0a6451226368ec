import type { Me, Member, Role } from '@lectern/contracts';

export interface Memberships {
  /** The role of an enabled member. */
  findRole(userId: string, organisationId: string): Promise<Role | undefined>;
  /** Names of a person and an organisation. */
  findNames(
    userId: string,
    organisationId: string,
  ): Promise<Pick<Me, 'user' | 'organisation'> | undefined>;
  /** All members of an organisation by name. */
  list(organisationId: string): Promise<readonly Member[]>;
}
