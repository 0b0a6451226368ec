import type { Team } from '@lectern/contracts';

export interface Teams {
  /** All teams of an organisation by name. */
  list(organisationId: string): Promise<readonly Team[]>;
  /** @throws AppError `team_name_taken`. */
  add(organisationId: string, name: string): Promise<Team>;
  remove(teamId: string, organisationId: string): Promise<boolean>;
  /** Gives false when the organisation has no such team or no such member. Twice is once. */
  addMember(teamId: string, organisationId: string, userId: string): Promise<boolean>;
  /** Gives false when the person was not in the team. */
  removeMember(teamId: string, organisationId: string, userId: string): Promise<boolean>;
}
