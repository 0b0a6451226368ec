import type { Rechunked, RechunkRequest } from '@lectern/contracts';
import { sql } from 'kysely';
import { type Access, permissionRank, requireCollection } from '../access/load-access.ts';
import { loadEffectiveSettings } from '../collections/load-settings.ts';
import type { Database, DocumentRow } from '../database/tables.ts';
import { identifyRevision, toChunkingSettings } from '../revisions/identify-revision.ts';
import { startWork } from './start-work.ts';

const batchSize = 200;
/** Rank of the right `write`, which rechunking needs. */
const minRank = 2;

/**
 * Ingests the ready documents of a collection again that the current parser or settings would chunk
 * differently, after all other documents. Collections below without the right `write` are left out.
 */
export async function rechunkCollection(
  database: Database,
  access: Access,
  request: RechunkRequest & { readonly collectionId: string },
): Promise<Rechunked> {
  await requireCollection(database, access, { id: request.collectionId, permission: 'write' });
  const done = { queued: 0, unchanged: 0 };
  let after: string | undefined;
  for (;;) {
    const rows = await listReady(database, access, { ...request, after });
    const settings = await loadEffectiveSettings(
      database,
      rows.flatMap(({ collection_id }) => collection_id ?? []),
    );
    for (const row of rows) {
      const own = settings.get(row.collection_id ?? '');
      const revision = identifyRevision(row, toChunkingSettings(own), own?.parsing);
      const isSame = revision === row.active_revision;
      if (isSame && !request.all) done.unchanged += 1;
      else {
        await startWork(database, access.organisationId, { id: row.id, isBehind: true });
        done.queued += 1;
      }
    }
    after = rows.at(-1)?.id;
    if (rows.length < batchSize) return done;
  }
}

interface ReadyDocuments {
  readonly collectionId: string;
  readonly include_children: boolean;
  readonly after: string | undefined;
}

function listReady(
  database: Database,
  access: Access,
  { collectionId, include_children, after }: ReadyDocuments,
): Promise<DocumentRow[]> {
  const within = include_children
    ? sql<boolean>`c.path @> array[${collectionId}::uuid]`
    : sql<boolean>`c.id = ${collectionId}`;
  return database
    .selectFrom('rag.documents as d')
    .innerJoin('rag.collections as c', 'c.id', 'd.collection_id')
    .selectAll('d')
    .where('d.organisation_id', '=', access.organisationId)
    .where('d.deleted_at', 'is', null)
    .where('d.status', '=', 'ready')
    .where(within)
    .where(sql<boolean>`${permissionRank(access)} >= ${minRank}`)
    .$if(after !== undefined, (select) => select.where('d.id', '>', after as string))
    .orderBy('d.id')
    .limit(batchSize)
    .execute();
}
