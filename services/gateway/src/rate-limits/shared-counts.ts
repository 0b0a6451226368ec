import { randomUUID } from 'node:crypto';
import { preparedMark } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Calls of one organisation in one process. */
export interface CallCounts {
  readonly openRequests: number;
  readonly streams: number;
  /** Number of requests in the last minute. */
  readonly requests: number;
}

/** A process that reported nothing for this long has ended. */
const processTimeout = sql`interval '5 s'`;

const noCalls: CallCounts = { openRequests: 0, streams: 0, requests: 0 };

/** Exchanges call counts between the gateway processes. */
export class SharedCounts {
  readonly #database: Database;
  readonly #processId = randomUUID();
  #others: ReadonlyMap<string, CallCounts> = new Map();
  #hasReported = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the sum over all other processes at the last exchange. */
  othersOf(organisationId: string): CallCounts {
    return this.#others.get(organisationId) ?? noCalls;
  }

  /** Skips the exchange while this process has nothing to report. */
  async exchange(own: ReadonlyMap<string, CallCounts>): Promise<void> {
    if (own.size === 0 && !this.#hasReported) return;
    const counts = [...own.values()];
    const { rows } = await sql<CallCounts & { readonly organisationId: string }>`
      with reported as (
        insert into auth.call_counts as counts
          (process_id, organisation_id, open_requests, streams, requests)
        select ${this.#processId}, own.* from unnest(
          ${[...own.keys()]}::text[],
          ${counts.map(({ openRequests }) => openRequests)}::int[],
          ${counts.map(({ streams }) => streams)}::int[],
          ${counts.map(({ requests }) => requests)}::int[]
        ) as own
        on conflict (process_id, organisation_id) do update set
          open_requests = excluded.open_requests, streams = excluded.streams,
          requests = excluded.requests, at = clock_timestamp()
      ), ended as (
        delete from auth.call_counts
        where process_id = ${this.#processId} and organisation_id <> all (${[...own.keys()]}::text[])
      )
      select organisation_id as "organisationId", sum(open_requests)::int as "openRequests",
        sum(streams)::int as streams, sum(requests)::int as requests
      from auth.call_counts
      where process_id <> ${this.#processId} and at > clock_timestamp() - ${processTimeout}
      group by organisation_id ${sql.raw(preparedMark)}`.execute(this.#database);
    this.#hasReported = own.size > 0;
    this.#others = new Map(
      this.#hasReported
        ? rows.map(({ organisationId, ...others }) => [organisationId, others])
        : [],
    );
  }

  /** Removes the counts of this process. */
  async leave(): Promise<void> {
    this.#others = new Map();
    await this.#database
      .deleteFrom('call_counts')
      .where('process_id', '=', this.#processId)
      .execute();
  }
}
