import { writeToOutbox } from '@lectern/jobs';
import type { Database } from '../database/tables.ts';
import { announceDocuments } from '../notifications/notify.ts';
import { heavyIngestJob, ragOutbox } from '../outbox/job-definitions.ts';
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

/**
 * Sends a document that takes too long to the heavy workers, at its position in the queue. Does
 * nothing if the claim is lost.
 */
export async function sendToHeavyLane(
  database: Database,
  claimId: string,
  { row: claimed, hasPassword }: { readonly row: ClaimedDocument; readonly hasPassword: boolean },
): Promise<void> {
  const { id, organisation_id, work } = claimed;
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('rag.documents')
      .set({
        lane: 'heavy',
        status: 'queued',
        stage: 'queued',
        claimed_by: null,
        claimed_until: null,
        published_at: new Date(),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .where('work', '=', work)
      .where('claimed_by', '=', claimId)
      .where('deleted_at', 'is', null)
      .returning('turn')
      .executeTakeFirst();
    if (!row) return;
    await writeToOutbox(transaction, ragOutbox, {
      definition: heavyIngestJob,
      jobs: [
        {
          id: `ingest-${id}-${work}`,
          priority: row.turn ?? 1,
          data: { organisation_id, documents: [{ id, work }], has_password: hasPassword },
        },
      ],
    });
    await announceDocuments(transaction, organisation_id, [id]);
  });
}
