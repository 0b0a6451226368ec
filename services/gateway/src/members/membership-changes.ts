import { AppError, type Role } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Changes to memberships. An organisation always keeps an enabled owner. */
export interface MembershipChanges {
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

export function createMembershipChanges(database: Database): MembershipChanges {
  return {
    changeRole: (userId, organisationId, role) =>
      database.transaction().execute(async (transaction) => {
        if (role !== 'owner') await assertOwnerLeft(transaction, userId, organisationId);
        const { numUpdatedRows } = await transaction
          .updateTable('member')
          .set({ role })
          .where('userId', '=', userId)
          .where('organizationId', '=', organisationId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new AppError('not_found', 'No such member.');
      }),

    remove: (userId, organisationId) =>
      database.transaction().execute(async (transaction) => {
        await assertOwnerLeft(transaction, userId, organisationId);
        const { numDeletedRows } = await transaction
          .deleteFrom('member')
          .where('userId', '=', userId)
          .where('organizationId', '=', organisationId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new AppError('not_found', 'No such member.');
        await transaction
          .deleteFrom('teamMember')
          .where('userId', '=', userId)
          .where('teamId', 'in', (teams) =>
            teams.selectFrom('team').select('id').where('organizationId', '=', organisationId),
          )
          .execute();
        await transaction
          .deleteFrom('apikey')
          .where('referenceId', '=', userId)
          .where(organisationOfKey, '=', organisationId)
          .execute();
        await switchSessions(transaction, organisationId, userId);
      }),

    deleteOrganisation: (organisationId) =>
      database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('organization').where('id', '=', organisationId).execute();
        await transaction
          .deleteFrom('apikey')
          .where(organisationOfKey, '=', organisationId)
          .execute();
        await switchSessions(transaction, organisationId);
      }),

    deletePerson: (userId) =>
      database.transaction().execute(async (transaction) => {
        const memberships = await transaction
          .selectFrom('member')
          .select('organizationId')
          .where('userId', '=', userId)
          .orderBy('organizationId')
          .execute();
        for (const { organizationId } of memberships) {
          await assertOwnerLeft(transaction, userId, organizationId);
        }
        await transaction.deleteFrom('apikey').where('referenceId', '=', userId).execute();
        await transaction.deleteFrom('user').where('id', '=', userId).execute();
      }),
  };
}

const organisationOfKey = sql<string>`metadata::jsonb ->> 'organisation_id'`;

/**
 * Locks the organisation, so that two owners cannot leave at the same time.
 *
 * @throws AppError `last_owner` when the person is its last enabled owner.
 */
export async function assertOwnerLeft(
  transaction: Database,
  userId: string,
  organisationId: string,
): Promise<void> {
  await lockOrganisation(transaction, organisationId);
  const owners = await transaction
    .selectFrom('principals')
    .select(['user_id', 'disabled'])
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'owner')
    .execute();
  const isOwner = owners.some((owner) => owner.user_id === userId);
  const hasOthers = owners.some((owner) => owner.user_id !== userId && !owner.disabled);
  if (isOwner && !hasOthers) throw new AppError('last_owner');
}

/** Changes to one organisation run one after another until their transactions end. */
export async function lockOrganisation(
  transaction: Database,
  organisationId: string,
): Promise<void> {
  await transaction
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organisationId)
    .forUpdate()
    .execute();
}

/** Switches sessions to another organisation of the person, if there is one. */
async function switchSessions(
  transaction: Database,
  organisationId: string,
  userId?: string,
): Promise<void> {
  await transaction
    .updateTable('session')
    .set({
      activeTeamId: null,
      activeOrganizationId: (members) =>
        members
          .selectFrom('member')
          .select('member.organizationId')
          .whereRef('member.userId', '=', 'session.userId')
          .where('member.disabled', '=', false)
          .orderBy('member.createdAt')
          .orderBy('member.id')
          .limit(1),
    })
    .where('activeOrganizationId', '=', organisationId)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .execute();
}
