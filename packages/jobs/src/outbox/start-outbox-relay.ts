import { type Logger, listenToChannel, type OnClose, runPeriodically } from '@lectern/service';
import type { Pool } from 'pg';
import type { JobQueue } from '../job-backend.ts';
import type { TraceHeaders } from '../job-definition.ts';
import type { Outbox } from './write-to-outbox.ts';

export interface OutboxRelayOptions {
  readonly pool: Pool;
  readonly databaseUrl: string;
  readonly outbox: Outbox;
  /** Queues by name. */
  readonly queues: ReadonlyMap<string, JobQueue<unknown>>;
  readonly logger: Logger;
}

const batchSize = 500;
/** Polling interval; a notification can be missed while reconnecting. */
const pollMs = 1_000;

interface OutboxRow {
  readonly id: string;
  readonly queue: string;
  readonly job_id: string;
  readonly data: unknown;
  /** Null in entries of an earlier version. */
  readonly trace: TraceHeaders | null;
  readonly priority: number | null;
}

/**
 * Publishes outbox entries to their queues. Concurrent relays share the work by row locks. An entry
 * is removed after the queue accepted it: a crash in between publishes it twice, never not at all.
 */
export async function startOutboxRelay(
  options: OutboxRelayOptions,
  onClose: OnClose,
): Promise<void> {
  const { pool, databaseUrl, outbox, queues, logger } = options;
  const wake = runPeriodically(
    {
      everyMs: pollMs,
      firstAfterMs: 0,
      work: async (signal) => {
        while (!signal.aborted && (await relayBatch(pool, outbox, queues)) === batchSize) {}
      },
      logger,
      failure: 'the outbox could not be relayed; it will be tried again',
    },
    onClose,
  );
  await listenToChannel(
    {
      url: databaseUrl,
      channel: outbox.channel,
      applicationName: 'lectern-outbox-relay',
      logger,
      onMessage: wake,
      onReconnect: wake,
    },
    onClose,
  );
}

async function relayBatch(
  pool: Pool,
  outbox: Outbox,
  queues: ReadonlyMap<string, JobQueue<unknown>>,
): Promise<number> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const { rows } = await client.query<OutboxRow>(
      `select id, queue, job_id, data, trace, priority from ${outbox.table} order by id limit ${batchSize} for update skip locked`,
    );
    for (const [name, entries] of Map.groupBy(rows, (row) => row.queue)) {
      const queue = queues.get(name);
      if (!queue) throw new Error(`the outbox names an unknown queue: ${name}`);
      await queue.publish(
        entries.map(({ job_id, data, trace, priority }) => ({
          id: job_id,
          data,
          trace: trace ?? {},
          priority: priority ?? undefined,
        })),
      );
    }
    if (rows.length > 0) {
      await client.query(`delete from ${outbox.table} where id = any($1)`, [
        rows.map((row) => row.id),
      ]);
    }
    await client.query('commit');
    return rows.length;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release(broken);
  }
}
