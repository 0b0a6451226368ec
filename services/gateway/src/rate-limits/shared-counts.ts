import { randomUUID } from 'node:crypto';
import { preparedMark } from '@lectern/service';
import type { Pool } from 'pg';

/** Calls of one organisation. */
export interface CallCounts {
  readonly openRequests: number;
  readonly streams: number;
  /** In the last minute. */
  readonly requests: number;
}

const noCalls: CallCounts = { openRequests: 0, streams: 0, requests: 0 };

/** Tells the other gateway processes what this one counts, and knows what they do. */
export class SharedCounts {
  readonly #pool: Pool;
  readonly #processId = randomUUID();
  #others: ReadonlyMap<string, CallCounts> = new Map();
  #hasTold = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** What all other processes together counted at the last exchange. */
  othersOf(organisationId: string): CallCounts {
    return this.#others.get(organisationId) ?? noCalls;
  }

  /** Nothing is asked while this process has nothing to tell. */
  async exchange(own: ReadonlyMap<string, CallCounts>): Promise<void> {
    if (own.size === 0 && !this.#hasTold) return;
    const counts = [...own.values()];
    const { rows } = await this.#pool.query<CallCounts & { readonly organisationId: string }>(
      exchangeSql,
      [
        this.#processId,
        [...own.keys()],
        counts.map(({ openRequests }) => openRequests),
        counts.map(({ streams }) => streams),
        counts.map(({ requests }) => requests),
      ],
    );
    this.#hasTold = own.size > 0;
    this.#others = new Map(
      this.#hasTold ? rows.map(({ organisationId, ...others }) => [organisationId, others]) : [],
    );
  }

  /** Takes back what this process told. */
  async leave(): Promise<void> {
    this.#others = new Map();
    await this.#pool.query('delete from auth.call_counts where process_id = $1', [this.#processId]);
  }
}

/** A process that said nothing for five seconds has ended. */
const exchangeSql = `
  with told as (
    insert into auth.call_counts as counts
      (process_id, organisation_id, open_requests, streams, requests)
    select $1, own.* from unnest($2::text[], $3::int[], $4::int[], $5::int[]) as own
    on conflict (process_id, organisation_id) do update set
      open_requests = excluded.open_requests, streams = excluded.streams,
      requests = excluded.requests, at = clock_timestamp()
  ), ended as (
    delete from auth.call_counts where process_id = $1 and organisation_id <> all ($2::text[])
  )
  select organisation_id as "organisationId", sum(open_requests)::int as "openRequests",
    sum(streams)::int as streams, sum(requests)::int as requests
  from auth.call_counts
  where process_id <> $1 and at > clock_timestamp() - interval '5 s'
  group by organisation_id ${preparedMark}`;
