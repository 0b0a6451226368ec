import type { Me, Member, OrganisationList, Role } from '@lectern/contracts';
import type { LinkMaker } from './one-time-tokens.ts';

export interface Memberships {
  /** The role of an enabled member. */
  findRole(userId: string, organisationId: string): Promise<Role | undefined>;
  /** Names of a person and an organisation. */
  findNames(
    userId: string,
    organisationId: string,
  ): Promise<Pick<Me, 'user' | 'organisation'> | undefined>;
  find(userId: string, organisationId: string): Promise<Member | undefined>;
  /** All members of an organisation by name. */
  list(organisationId: string): Promise<readonly Member[]>;
  /** A person's organisations by name. */
  listOrganisations(
    userId: string,
  ): Promise<readonly Omit<OrganisationList['organisations'][number], 'active'>[]>;
  /** Whether a person is an administrator of the installation, as the first owner is. */
  isOperator(userId: string): Promise<boolean>;
  /**
   * Whether this organisation's administrator may reset the person's password: not of somebody
   * above them, or who is in other organisations too, nor of an administrator of the installation,
   * unless the caller is one as well.
   */
  isResettableBy(userId: string, caller: LinkMaker): Promise<boolean>;
  /** @throws AppError `not_found`; `last_owner` when no enabled owner would be left. */
  changeRole(userId: string, organisationId: string, role: Role): Promise<void>;
  /**
   * Ends a membership with its teams, keys and sessions in this organisation.
   *
   * @throws AppError `not_found`; `last_owner` when no enabled owner would be left.
   */
  remove(userId: string, organisationId: string): Promise<void>;
  /** Deletes an organisation with its members' keys in it. */
  deleteOrganisation(organisationId: string): Promise<void>;
  /**
   * Deletes a person with all keys and sessions.
   *
   * @throws AppError `last_owner` when an organisation would be left without an enabled owner.
   */
  deletePerson(userId: string): Promise<void>;
}
