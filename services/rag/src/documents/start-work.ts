import { AppError } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction, DocumentRow } from '../database/tables.ts';
import { publishDocuments } from '../outbox/publish-ingestion.ts';

export interface NewContent {
  readonly sha256: string;
  readonly size: number;
  readonly mime_type: string;
  readonly file_name: string | null;
}

export interface WorkRequest {
  readonly id: string;
  readonly password?: string | undefined;
  /** New bytes: the version is incremented. */
  readonly content?: NewContent;
  /** True queues it after the documents that people wait for. */
  readonly isBehind?: boolean;
}

/**
 * Ingests a document again. Work in progress becomes stale; the active revision answers until the
 * new one is ready.
 */
export async function startWork(
  database: Database,
  organisationId: string,
  request: WorkRequest,
): Promise<DocumentRow> {
  return database
    .transaction()
    .execute((transaction) => startWorkIn(transaction, organisationId, request));
}

/** Returns the columns of a document that waits for a worker, whatever its previous state. */
export function queuedAgain() {
  return {
    status: 'queued',
    stage: 'queued',
    stage_done: 0,
    stage_total: 0,
    error_code: null,
    error_message: null,
    starts: 0,
    // The result of a worker that still has it is discarded, so nobody waits for it.
    claimed_by: null,
    claimed_until: null,
    turn: null,
    restored_status: null,
    lane: 'light',
    published_at: new Date(),
    updated_at: new Date(),
  } as const;
}

/** Does the same within a transaction. */
export async function startWorkIn(
  transaction: DatabaseTransaction,
  organisationId: string,
  { id, password, content, isBehind }: WorkRequest,
): Promise<DocumentRow> {
  const row = await transaction
    .updateTable('rag.documents')
    .set({
      ...content,
      ...(content && { version: sql`version + 1`, replaced_at: new Date() }),
      work: sql`work + 1`,
      ...queuedAgain(),
    })
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError('document_not_found');
  await publishDocuments(transaction, organisationId, { items: [row], password, isBehind });
  return row;
}
