import type { Principal } from '@lectern/contracts';
import type { Pool } from 'pg';
import { preparedMark } from '../database/prepared.ts';
import type { Logger } from '../logger.ts';
import { runPeriodically } from '../run-periodically.ts';
import type { OnClose } from '../run-service.ts';

/**
 * What a token, or work that a request began, rests on. Only what names its credential can be
 * revoked, as all does that the gateway made.
 */
export interface Grounds extends Pick<Principal, 'userId' | 'organisationId' | 'credential'> {
  /** When it was made or began, in milliseconds since the epoch, by the database's clock. */
  readonly at: number;
  /** Until when it holds by itself; undefined: until it is revoked. */
  readonly until?: number | undefined;
}

export interface Revocations {
  /** Whether anything that the grounds rest on ended after they were made. */
  cover(grounds: Grounds): boolean;
  /** Calls back once when the grounds end, at once where they have; gives what ends the watch. */
  watch(grounds: Grounds, onEnd: () => void): () => void;
  /** Reads what was revoked since, so that what happens next sees it. */
  refresh(): Promise<void>;
  /** Now by the database's clock, which the times of revocations are from. */
  now(): number;
}

interface Revocation {
  readonly at: number;
  readonly userId: string | null;
  readonly organisationId: string | null;
  readonly credential: string | null;
}

const pauseMs = 1_000;
/** Longer than any token lasts. */
const memoryMs = 12 * 60_000;
/** A transaction may commit this long after it wrote what it revokes. */
const overlapSeconds = 60;
const failure = 'revocations could not be read';

/** Reads `auth.revocations` every second. While it cannot, what was known stays. */
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
    // What is being read may have begun before the change that the caller made.
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
          // What ends by its own time ends although nothing could be read.
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

/** A credential is a path, `oauth:<client>`: who revokes `oauth` revokes all below it. */
function matches(revocation: Revocation, grounds: Grounds): boolean {
  const { at, userId, organisationId, credential } = revocation;
  if (grounds.credential === undefined || grounds.at > at) return false;
  if (userId !== null && userId !== grounds.userId) return false;
  if (organisationId !== null && organisationId !== grounds.organisationId) return false;
  if (credential === null) return true;
  return grounds.credential === credential || grounds.credential.startsWith(`${credential}:`);
}
