import { AppError, type QuotaName, type QuotaUse } from '@lectern/contracts';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

export interface OrganisationQuotaOptions {
  readonly quota: QuotaName;
  /** As a sentence names them: `The organisation may have 10 research runs.` */
  readonly things: string;
  /** The sentence that tells how to make room. */
  readonly remedy: string;
  /** The table and the condition of the rows that count. */
  readonly rowsOf: (organisationId: string) => RawBuilder<unknown>;
  readonly limit: number;
}

/** Something of which an organisation may keep so many rows. */
export class OrganisationQuota {
  readonly #options: OrganisationQuotaOptions;

  constructor(options: OrganisationQuotaOptions) {
    this.#options = options;
  }

  /** As the database or transaction sees it. It is counted up to one above the limit. */
  async loadUse(database: QueryExecutorProvider, organisationId: string): Promise<QuotaUse> {
    const { quota, rowsOf, limit } = this.#options;
    const { rows } = await sql<{ used: number }>`
      select count(*)::int as used
      from (select from ${rowsOf(organisationId)} limit ${limit + 1}) as counted`.execute(database);
    return { quota, used: rows[0]?.used ?? 0, limit };
  }

  /**
   * Comes after what adds a row, in its transaction, so that it is undone.
   *
   * @throws AppError `quota_exceeded`; its `used` is what was used before.
   */
  async assertRoom(transaction: QueryExecutorProvider, organisationId: string): Promise<void> {
    const { quota, things, remedy, limit } = this.#options;
    // Two that add at once would not see one another.
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
