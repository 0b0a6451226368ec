import { AppError, type QuotaName, type QuotaUse } from '@lectern/contracts';
import type { Pool } from 'pg';

type Queries = Pick<Pool, 'query'>;

/** Something of which an organisation may have so many. */
export interface OrganisationQuota {
  /** Of all gateways, or as a transaction sees it. */
  loadUse(organisationId: string, client?: Queries): Promise<QuotaUse>;
  /** Two that add at once would not see one another: until its transaction ends there is one. */
  lock(client: Queries, organisationId: string): Promise<void>;
  /** `used` is what was used before. */
  exceeded(used: number): AppError;
  /**
   * Comes after what adds one, in its transaction, so that it is undone.
   *
   * @throws AppError `quota_exceeded`.
   */
  assertRoom(client: Queries, organisationId: string): Promise<void>;
}

export interface OrganisationQuotaOptions {
  readonly quota: QuotaName;
  /** As a sentence names them: `The organisation may have 10 teams.` */
  readonly things: string;
  /** Gives one row with `used`; `$1` is the organisation. */
  readonly sql: string;
  readonly limit: number;
}

/** Counts in the gateway's own tables. */
export function createOrganisationQuota(
  pool: Pool,
  { quota, things, sql, limit }: OrganisationQuotaOptions,
): OrganisationQuota {
  const own: OrganisationQuota = {
    async loadUse(organisationId, client = pool) {
      const { rows } = await client.query<{ used: number }>(sql, [organisationId]);
      return { quota, used: rows[0]?.used ?? 0, limit };
    },
    async lock(client, organisationId) {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `${quota} ${organisationId}`,
      ]);
    },
    exceeded: (used) =>
      new AppError(
        'quota_exceeded',
        `The organisation may have ${limit} ${things}. Delete some first.`,
        { details: { quota, used, limit } },
      ),
    async assertRoom(client, organisationId) {
      await own.lock(client, organisationId);
      const { used } = await own.loadUse(organisationId, client);
      if (used > limit) throw own.exceeded(used - 1);
    },
  };
  return own;
}
