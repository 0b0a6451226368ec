import { FairQueue } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { createLinkToken, hashLinkToken } from './link-token.ts';

/** Creator of a link, as a member of an organisation. */
export interface LinkMaker {
  readonly userId: string;
  readonly organisationId: string;
}

/** Links that work once: for 15 minutes, password links for a day. */
export interface OneTimeTokens {
  /** Creates the token of a setup link and invalidates earlier ones. */
  addSetup(): Promise<string>;
  /** Creates the token of a link that signs the person in. */
  addSignIn(userId: string): Promise<string>;
  /**
   * Creates the token of a link that sets the person's password, and invalidates earlier ones. It is
   * valid while its maker may reset the password; one without a maker was sent to the person.
   */
  addPassword(
    userId: string,
    maker?: LinkMaker,
  ): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** Returns whether a setup token is known, unused and not expired. */
  isValidSetup(token: string): Promise<boolean>;
  /** Creates the first owner, queued behind the other uses of links. */
  setUp<Made>(make: () => Promise<Made>): Promise<Made>;
  /** Invalidates setup tokens once there is an owner. */
  endSetup(): Promise<void>;
  /**
   * Uses a sign-in token up and returns the person; undefined if it is unknown, used or expired. The
   * token stays valid when `signIn` fails.
   */
  useSignIn(token: string, signIn: (userId: string) => Promise<void>): Promise<string | undefined>;
  /** Returns whether a password token is valid, before expensive work is done for it. */
  isValidPassword(token: string): Promise<boolean>;
  /**
   * Uses a password token up and returns the person; undefined if it is unknown, used or expired, or
   * if its maker may no longer reset this password. `reset` is part of the same transaction, so that
   * the token stays valid when it fails.
   */
  usePassword(
    token: string,
    reset: (transaction: Database, userId: string) => Promise<void>,
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

/** Advisory lock for the creation of setup links. */
const setupLockKey = 0x53455455;

const maxWaitingUses = 100;

/** A use holds one connection while better-auth takes another. */
const maxUses = 2;

/** Stores hashes of the tokens. A token is used by one statement, so that one caller succeeds. */
export function createOneTimeTokens(database: Database, poolSize: number): OneTimeTokens {
  const queue = new FairQueue({
    maxRunning: Math.max(1, Math.min(maxUses, poolSize - 1)),
    maxWaiting: maxWaitingUses,
    maxWaitingPerTenant: maxWaitingUses,
  });
  const enqueue = <Result>(work: () => Promise<Result>) => queue.run({ owner: 'links' }, work);
  const add = async (queries: Database, { purpose, userId, maker }: NewToken) => {
    const token = createLinkToken();
    const expiresAt = new Date(Date.now() + minutesByPurpose[purpose] * 60_000);
    await queries
      .deleteFrom('one_time_tokens')
      .where('expires_at', '<', sql<Date>`now()`)
      .execute();
    await queries
      .insertInto('one_time_tokens')
      .values({
        token_hash: hashLinkToken(token),
        purpose,
        user_id: userId,
        expires_at: expiresAt,
        made_by: maker?.userId ?? null,
        organisation_id: maker?.organisationId ?? null,
      })
      .execute();
    return { token, expiresAt };
  };
  const remove = async (queries: Database, purpose: Purpose, token: string) => {
    const row = await queries
      .deleteFrom('one_time_tokens')
      .where('token_hash', '=', hashLinkToken(token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<Date>`now()`)
      .where(sql<boolean>`(made_by is null or auth.may_reset(made_by, organisation_id, user_id))`)
      .returning('user_id')
      .executeTakeFirst();
    return row?.user_id ?? undefined;
  };
  const isValid = async (purpose: Purpose, token: string) => {
    const row = await database
      .selectFrom('one_time_tokens')
      .select('purpose')
      .where('token_hash', '=', hashLinkToken(token))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return row !== undefined;
  };
  const use = (
    purpose: Purpose,
    token: string,
    work: (transaction: Database, userId: string) => Promise<void>,
  ) =>
    enqueue(() =>
      database.transaction().execute(async (transaction) => {
        const userId = await remove(transaction, purpose, token);
        if (userId) await work(transaction, userId);
        return userId;
      }),
    );
  return {
    addSetup: () =>
      database.transaction().execute(async (transaction) => {
        // There is no row yet that could be locked against concurrent calls.
        await sql`select pg_advisory_xact_lock(${setupLockKey})`.execute(transaction);
        await transaction.deleteFrom('one_time_tokens').where('purpose', '=', 'setup').execute();
        return (await add(transaction, { purpose: 'setup', userId: null })).token;
      }),
    addSignIn: async (userId) => (await add(database, { purpose: 'sign_in', userId })).token,
    addPassword: (userId, maker) =>
      database.transaction().execute(async (transaction) => {
        // Concurrent calls would not invalidate each other's links.
        await transaction
          .selectFrom('user')
          .select('id')
          .where('id', '=', userId)
          .forNoKeyUpdate()
          .execute();
        await transaction
          .deleteFrom('one_time_tokens')
          .where('purpose', '=', 'password')
          .where('user_id', '=', userId)
          .execute();
        return add(transaction, { purpose: 'password', userId, maker });
      }),
    isValidSetup: (token) => isValid('setup', token),
    isValidPassword: (token) => isValid('password', token),
    async endSetup() {
      await database.deleteFrom('one_time_tokens').where('purpose', '=', 'setup').execute();
    },
    setUp: enqueue,
    useSignIn: (token, signIn) => use('sign_in', token, (_transaction, userId) => signIn(userId)),
    usePassword: (token, reset) => use('password', token, reset),
  };
}
