import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Auth } from '../better-auth/create-auth.ts';

export const leakedSentence = 'This password was exposed in a data breach. Choose another one.';

export interface Passwords {
  /** False also for a person without a password. */
  isRight(userId: string, password: string): Promise<boolean>;
  hash(password: string): Promise<string>;
  /**
   * Sets what `hash` made, and ends sign-ins that wait for a second factor and all sessions. OAuth
   * clients hear of sessions that `endSessions` ended before.
   */
  set(queries: Pick<PoolClient, 'query'>, userId: string, hash: string): Promise<void>;
  /** Ends all sessions of the person. */
  endSessions(userId: string): Promise<void>;
}

/** Passwords where better-auth keeps them. */
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
      const { rowCount } = await queries.query(
        `update auth.account set password = $2, "updatedAt" = now()
         where "userId" = $1 and "providerId" = 'credential'`,
        [userId, hash],
      );
      if (rowCount === 0) {
        await queries.query(
          `insert into auth.account
             (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
           values ($1, $2, 'credential', $2, $3, now(), now())`,
          [randomUUID(), userId, hash],
        );
      }
      await queries.query('delete from auth.verification where value = $1', [userId]);
      await queries.query('delete from auth.session where "userId" = $1', [userId]);
    },

    async endSessions(userId) {
      const { internalAdapter } = await auth.$context;
      await internalAdapter.deleteUserSessions(userId);
    },
  };
}
