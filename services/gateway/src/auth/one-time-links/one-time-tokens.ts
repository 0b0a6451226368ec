import { FairQueue } from '@lectern/service';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../database/in-transaction.ts';
import { createLinkToken, hashLinkToken } from './link-token.ts';

/** Who made a link, as a member of which organisation. */
export interface LinkMaker {
  readonly userId: string;
  readonly organisationId: string;
}

/** Links that work once: for 15 minutes, a password's for a day. */
export interface OneTimeTokens {
  /** Makes the token of a setup link. Earlier ones stop working. */
  addSetup(): Promise<string>;
  /** Makes the token of a link that signs this person in. */
  addSignIn(userId: string): Promise<string>;
  /**
   * Makes the token of a link that sets this person's password. Earlier ones stop working. It holds
   * while its maker may reset the password; one without a maker goes to the person alone.
   */
  addPassword(
    userId: string,
    maker?: LinkMaker,
  ): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** Whether a setup token works: it is neither unknown, used nor expired. */
  isValidSetup(token: string): Promise<boolean>;
  /** Makes the first owner, in turn with the other uses of links. */
  setUp<Made>(make: () => Promise<Made>): Promise<Made>;
  /** Uses the setup token up, once the owner is there. */
  endSetup(): Promise<void>;
  /**
   * Uses a sign-in token up and gives the person, unless it is unknown, used or expired. When
   * `signIn` fails the token stays as it was.
   */
  takeSignIn(token: string, signIn: (userId: string) => Promise<void>): Promise<string | undefined>;
  /** Whether a password token works, for who would do much before using it. */
  isValidPassword(token: string): Promise<boolean>;
  /**
   * Uses a password token up and gives the person, unless it is unknown, used or expired, or its
   * maker may not reset this password any more. When `reset`, a part of the same transaction, fails,
   * the token stays as it was.
   */
  takePassword(
    token: string,
    reset: (client: PoolClient, userId: string) => Promise<void>,
  ): Promise<string | undefined>;
}

interface NewToken {
  readonly purpose: Purpose;
  readonly userId: string | null;
  readonly maker?: LinkMaker | undefined;
}

type Purpose = 'setup' | 'sign_in' | 'password';

const minutesByPurpose: Readonly<Record<Purpose, number>> = {
  setup: 15,
  sign_in: 15,
  password: 1_440,
};

/** One number for everybody who makes a setup link. */
const setupLockKey = 0x53455455;

const maxWaitingUses = 100;

/** A use holds one connection while better-auth takes another. */
const maxUses = 2;

/** Keeps the tokens' hashes; taking one is one statement, so that only one caller succeeds. */
export function createOneTimeTokens(pool: Pool): OneTimeTokens {
  const turns = new FairQueue({
    maxRunning: Math.max(1, Math.min(maxUses, pool.options.max - 1)),
    maxWaiting: maxWaitingUses,
    maxWaitingOfParty: maxWaitingUses,
  });
  const inTurn = <Result>(work: () => Promise<Result>) => turns.run({ party: 'links' }, work);
  const add = async (queries: Pool | PoolClient, { purpose, userId, maker }: NewToken) => {
    const token = createLinkToken();
    const expiresAt = new Date(Date.now() + minutesByPurpose[purpose] * 60_000);
    await queries.query('delete from auth.one_time_tokens where expires_at < now()');
    await queries.query(
      `insert into auth.one_time_tokens
         (token_hash, purpose, user_id, expires_at, made_by, organisation_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [hashLinkToken(token), purpose, userId, expiresAt, maker?.userId, maker?.organisationId],
    );
    return { token, expiresAt };
  };
  const take = async (client: PoolClient, purpose: Purpose, token: string) => {
    const { rows } = await client.query<{ user_id: string | null }>(
      `delete from auth.one_time_tokens
       where token_hash = $1 and purpose = $2 and expires_at > now()
         and (made_by is null or auth.may_reset(made_by, organisation_id, user_id))
       returning user_id`,
      [hashLinkToken(token), purpose],
    );
    return rows[0]?.user_id ?? undefined;
  };
  const isValid = async (purpose: Purpose, token: string) => {
    const { rowCount } = await pool.query(
      `select from auth.one_time_tokens
       where token_hash = $1 and purpose = $2 and expires_at > now()`,
      [hashLinkToken(token), purpose],
    );
    return rowCount === 1;
  };
  return {
    addSetup: () =>
      inTransaction(pool, async (client) => {
        // One after another, as below; there is no row yet that could be locked.
        await client.query('select pg_advisory_xact_lock($1)', [setupLockKey]);
        await client.query(`delete from auth.one_time_tokens where purpose = 'setup'`);
        return (await add(client, { purpose: 'setup', userId: null })).token;
      }),
    addSignIn: async (userId) => (await add(pool, { purpose: 'sign_in', userId })).token,
    addPassword: (userId, maker) =>
      inTransaction(pool, async (client) => {
        // One after another, or neither would see that the other one is to stop working.
        await client.query('select 1 from auth."user" where id = $1 for no key update', [userId]);
        await client.query(
          `delete from auth.one_time_tokens where purpose = 'password' and user_id = $1`,
          [userId],
        );
        return add(client, { purpose: 'password', userId, maker });
      }),
    isValidSetup: (token) => isValid('setup', token),
    isValidPassword: (token) => isValid('password', token),
    async endSetup() {
      await pool.query(`delete from auth.one_time_tokens where purpose = 'setup'`);
    },
    setUp: inTurn,
    takeSignIn: (token, signIn) =>
      inTurn(() =>
        inTransaction(pool, async (client) => {
          const userId = await take(client, 'sign_in', token);
          if (userId) await signIn(userId);
          return userId;
        }),
      ),
    takePassword: (token, reset) =>
      inTurn(() =>
        inTransaction(pool, async (client) => {
          const userId = await take(client, 'password', token);
          if (userId) await reset(client, userId);
          return userId;
        }),
      ),
  };
}
