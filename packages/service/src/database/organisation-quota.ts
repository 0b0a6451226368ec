import { AppError, type QuotaName, type QuotaUse } from '@lectern/contracts';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

export interface OrganisationQuotaOptions {
  readonly quota: QuotaName;
  /** Name in a sentence: `The organisation may have 10 research runs.` */
  readonly things: string;
  /** Sentence that explains how to make room. */
  readonly remedy: string;
  /** Table and condition of the rows that count. */
  readonly rowsOf: (organisationId: string) => RawBuilder<unknown>;
  readonly limit: number;
}

/** A limit on the rows that an organisation may have. */
export class OrganisationQuota {
  readonly #options: OrganisationQuotaOptions;

  constructor(options: OrganisationQuotaOptions) {
    this.#options = options;
  }

  /** Counts the rows, up to one above the limit. */
  async loadUse(database: QueryExecutorProvider, organisationId: string): Promise<QuotaUse> {
    const { quota, rowsOf, limit } = this.#options;
    const { rows } = await sql<{ used: number }>`
      select count(*)::int as used
      from (select from ${rowsOf(organisationId)} limit ${limit + 1}) as counted`.execute(database);
    return { quota, used: rows[0]?.used ?? 0, limit };
  }

  /**
   * Checks the quota after an insert, within its transaction, so that a failure undoes the insert.
   *
   * @throws AppError `quota_exceeded`; its `used` is the number before the insert.
   */
  async assertRoom(transaction: QueryExecutorProvider, organisationId: string): Promise<void> {
    const { quota, things, remedy, limit } = this.#options;
    // Two concurrent inserts do not see each other, so they take turns.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${quota} ${organisationId}`}, 0))`.execute(
      transaction,
    );
    const { used } = await this.loadUse(transaction, organisationId);
    if (used <= limit) return;
    throw new AppError(
      'quota_exceeded',
      `The organisation may have ${limit} ${things}. ${remedy}`,
      { details: { quota, used: used - 1, limit } },
    );
  }
}
