import type { Logger } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Milliseconds from which work is recorded as slow. */
const slowFromMs = { search: 1_000, parse: 10_000 };
/** Maximum records of each kind; older ones are removed. */
const maxRecords = 500;

export interface Work {
  readonly kind: keyof typeof slowFromMs;
  readonly organisationId: string;
  readonly durationMs: number;
  readonly documentId?: string | null;
  readonly format?: string | null;
}

export type RecordWork = (work: Work) => void;

/**
 * Returns a function that records slow work in the background. While everything is slow, one record
 * is written at a time, and the others are dropped.
 */
export function createSlowWorkRecorder(database: Database, logger: Logger): RecordWork {
  let isWriting = false;
  return (work) => {
    if (isWriting || work.durationMs < slowFromMs[work.kind]) return;
    isWriting = true;
    write(database, work)
      .catch((error: unknown) => logger.warn({ err: error }, 'slow work could not be recorded'))
      .finally(() => {
        isWriting = false;
      });
  };
}

async function write(
  database: Database,
  { kind, organisationId, durationMs, documentId = null, format = null }: Work,
): Promise<void> {
  await sql`
    with added as (
      insert into rag.slow_work (kind, organisation_id, document_id, format, duration_ms)
      values (${kind}, ${organisationId}, ${documentId}, ${format}, ${Math.round(durationMs)})
    )
    delete from rag.slow_work where kind = ${kind} and id <= (
      select id from rag.slow_work where kind = ${kind} order by id desc
      offset ${maxRecords - 1} limit 1)`.execute(database);
}
