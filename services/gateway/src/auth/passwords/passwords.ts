import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Auth } from '../better-auth/create-auth.ts';

export const leakedSentence = 'This password was exposed in a data breach. Choose another one.';

export interface Passwords {
  /** Returns false for a person without a password too. */
  isRight(userId: string, password: string): Promise<boolean>;
  hash(password: string): Promise<string>;
  /**
   * Stores the hash of a new password, and ends all sessions and the sign-ins that wait for a second
   * factor. Call `endSessions` before, so that better-auth informs OAuth clients.
   */
  set(queries: Database, userId: string, hash: string): Promise<void>;
  /** Ends all sessions of the person. */
  endSessions(userId: string): Promise<void>;
}

/** Passwords in better-auth's table. */
export function createPasswords(auth: Auth): Passwords {
  return {
    async isRight(userId, password) {
      const { internalAdapter, password: hasher } = await auth.$context;
      const accounts = await internalAdapter.findAccounts(userId);
      const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password;
      return !!hash && hasher.verify({ hash, password });
    },

    async hash(password) {
      const { password: hasher } = await auth.$context;
      return hasher.hash(password);
    },

    async set(queries, userId, hash) {
      const { numUpdatedRows } = await queries
        .updateTable('account')
        .set({ password: hash, updatedAt: sql`now()` })
        .where('userId', '=', userId)
        .where('providerId', '=', 'credential')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) {
        await queries
          .insertInto('account')
          .values({
            id: randomUUID(),
            accountId: userId,
            providerId: 'credential',
            userId,
            password: hash,
            updatedAt: sql`now()`,
          })
          .execute();
      }
      await queries.deleteFrom('verification').where('value', '=', userId).execute();
      await queries.deleteFrom('session').where('userId', '=', userId).execute();
    },

    async endSessions(userId) {
      const { internalAdapter } = await auth.$context;
      await internalAdapter.deleteUserSessions(userId);
    },
  };
}
