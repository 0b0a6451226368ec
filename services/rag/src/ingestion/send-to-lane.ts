import { sql } from 'kysely';
import type { Database, Lane } from '../database/tables.ts';
import { announceDocuments } from '../notifications/notify.ts';
import { publishAgain } from '../outbox/publish-ingestion.ts';
import type { ClaimedDocument } from './document-state.ts';

/**
 * With this many documents in the heavy lane, an organisation's other documents are parsed there
 * too.
 */
const heavyDocuments = 3;

/** Returns true if the organisation's documents have lately been too much for the light workers. */
export async function sendsHeavyDocuments(
  database: Database,
  organisationId: string,
): Promise<boolean> {
  const rows = await database
    .selectFrom('rag.documents')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('lane', '=', 'heavy')
    .where('status', 'in', ['queued', 'parsing', 'indexing'])
    .where('deleted_at', 'is', null)
    .limit(heavyDocuments)
    .execute();
  return rows.length >= heavyDocuments;
}

/** Documents for jobs of their own. */
export interface DocumentsToSend {
  readonly rows: readonly ClaimedDocument[];
  readonly lane: Lane;
  readonly hasPassword: boolean;
}

/**
 * Queues claimed documents again in a lane, each in a job of its own, at their positions in the
 * queue. Documents whose claim is lost are left alone.
 */
export async function sendToLane(
  database: Database,
  claimId: string,
  { rows: claimed, lane, hasPassword }: DocumentsToSend,
): Promise<void> {
  const ids = claimed.map(({ id }) => id);
  await database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .updateTable('rag.documents')
      .set({
        lane,
        status: 'queued',
        stage: 'queued',
        claimed_by: null,
        claimed_until: null,
        published_at: new Date(),
        updated_at: new Date(),
      })
      .where('id', 'in', (within) =>
        within
          .selectFrom('rag.documents')
          .select('id')
          .where('id', '=', sql<string>`any(${ids}::uuid[])`)
          .where('claimed_by', '=', claimId)
          .where('deleted_at', 'is', null)
          .orderBy('id')
          .forNoKeyUpdate(),
      )
      .returning(['id', 'organisation_id', 'work', 'turn'])
      .execute();
    const [first] = rows;
    if (!first) return;
    await publishAgain(transaction, { rows, lane, hasPassword });
    await announceDocuments(transaction, first.organisation_id, ids);
  });
}
