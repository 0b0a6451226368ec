import type { Principal } from '@lectern/contracts';
import type { Pool } from 'pg';
import { preparedMark } from '../database/prepared.ts';
import type { Logger } from '../logger.ts';
import { runPeriodically } from '../run-periodically.ts';
import type { OnClose } from '../run-service.ts';

/**
 * Grounds of a token, or of work that a request started. All tokens of the gateway name their
 * credential; without one they cannot be revoked.
 */
export interface Grounds extends Pick<Principal, 'userId' | 'organisationId' | 'credential'> {
  /**
   * Time at which it was created or started, in milliseconds since the epoch, by the database's
   * clock.
   */
  readonly at: number;
  /** Expiry; undefined if it lasts until it is revoked. */
  readonly until?: number | undefined;
}

export interface Revocations {
  /** Returns whether the grounds were revoked after they were created. */
  cover(grounds: Grounds): boolean;
  /**
   * Calls back once when the grounds end, at once if they have; returns a function that ends the
   * watch.
   */
  watch(grounds: Grounds, onEnd: () => void): () => void;
  /** Reads new revocations, so that later checks see them. */
  refresh(): Promise<void>;
  /** Current time by the database's clock, which dates revocations. */
  now(): number;
}

interface Revocation {
  readonly at: number;
  readonly userId: string | null;
  readonly organisationId: string | null;
  readonly credential: string | null;
}

const pauseMs = 1_000;
/** Longer than any token is valid. */
const memoryMs = 12 * 60_000;
/** A transaction may commit this long after it wrote a revocation. */
const overlapSeconds = 60;
const failure = 'revocations could not be read';

/**
 * Reads `auth.revocations` every second. Known revocations stay while the database is unavailable.
 */
export async function openRevocations(
  pool: Pool,
  logger: Logger,
  onClose: OnClose,
): Promise<Revocations> {
  const known = new Map<string, Revocation>();
  const watches = new Set<{ readonly grounds: Grounds; readonly onEnd: () => void }>();
  let aheadMs = 0;
  let isFirst = true;
  let reading: Promise<void> | undefined;

  const now = () => Date.now() + aheadMs;
  const cover = (grounds: Grounds) =>
    (grounds.until !== undefined && grounds.until <= now()) ||
    [...known.values()].some((revocation) => matches(revocation, grounds));

  const end = () => {
    for (const watch of watches) {
      if (!cover(watch.grounds)) continue;
      watches.delete(watch);
      watch.onEnd();
    }
  };

  const read = async () => {
    const sent = Date.now();
    const { rows } = await pool.query<Row>(readSql, [isFirst ? memoryMs / 1_000 : overlapSeconds]);
    const [clock] = rows;
    if (clock) aheadMs = clock.now_ms - (sent + Date.now()) / 2;
    isFirst = false;
    for (const { id, at_ms, user_id, organisation_id, credential } of rows) {
      if (id === null) continue;
      known.set(id, { at: at_ms, userId: user_id, organisationId: organisation_id, credential });
    }
    for (const [id, { at }] of known) if (at < now() - memoryMs) known.delete(id);
  };

  const refresh = async () => {
    // A read that is running may have started before the caller's change.
    await reading?.catch(() => undefined);
    reading = read().finally(() => {
      reading = undefined;
    });
    await reading;
    end();
  };

  runPeriodically(
    {
      everyMs: pauseMs,
      work: async () => {
        try {
          await refresh();
        } catch (error) {
          // Grounds with an expiry end although nothing could be read.
          end();
          throw error;
        }
      },
      logger,
      failure,
    },
    onClose,
  );
  await refresh().catch((error: unknown) => {
    logger.warn({ err: error }, failure);
  });

  return {
    cover,
    refresh,
    now,
    watch(grounds, onEnd) {
      const watch = { grounds, onEnd };
      if (cover(grounds)) {
        onEnd();
        return () => undefined;
      }
      watches.add(watch);
      return () => watches.delete(watch);
    },
  };
}

interface Row {
  readonly now_ms: number;
  readonly id: string | null;
  readonly at_ms: number;
  readonly user_id: string | null;
  readonly organisation_id: string | null;
  readonly credential: string | null;
}

const readSql = `
  select extract(epoch from clock.now)::float8 * 1000 as now_ms, revocation.id::text,
    extract(epoch from revocation.at)::float8 * 1000 as at_ms,
    revocation.user_id, revocation.organisation_id, revocation.credential
  from (select clock_timestamp() as now) as clock
  left join auth.revocations as revocation on revocation.at > clock.now - make_interval(secs => $1)
  ${preparedMark}`;

/** A credential is a path, `oauth:<client>`: revoking `oauth` revokes all below it. */
function matches(revocation: Revocation, grounds: Grounds): boolean {
  const { at, userId, organisationId, credential } = revocation;
  if (grounds.credential === undefined || grounds.at > at) return false;
  if (userId !== null && userId !== grounds.userId) return false;
  if (organisationId !== null && organisationId !== grounds.organisationId) return false;
  if (credential === null) return true;
  return grounds.credential === credential || grounds.credential.startsWith(`${credential}:`);
}
