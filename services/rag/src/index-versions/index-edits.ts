import { EmbeddingUnavailableError } from '@lectern/retrieval';
import { type OnClose, runPeriodically, tryWithLock } from '@lectern/service';
import { sql } from 'kysely';
import type { PrepareDependencies } from './prepare-index-version.ts';
import { writeDocuments } from './rebuild-index.ts';

const documentsPerRound = 100;

/** Writes edited passages to the index periodically until closed. */
export function startIndexingEdits(
  dependencies: PrepareDependencies,
  onClose: OnClose,
  everyMs = 5_000,
): void {
  runPeriodically(
    {
      everyMs,
      firstAfterMs: everyMs,
      work: async (signal) => {
        await tryWithLock(dependencies.database, 'rag.passage-edits', () =>
          indexEdits(dependencies, signal),
        );
      },
      logger: dependencies.logger,
      failure: 'indexing edited passages failed',
    },
    onClose,
  );
}

interface EditedDocument {
  readonly id: string;
  readonly organisation_id: string;
  readonly chunk_ids: readonly string[];
  /** Time of the latest edit: as text, since a `Date` has no microseconds. */
  readonly until: string;
}

/** Only the edited passages are embedded. Without the embedding model they wait. */
async function indexEdits(dependencies: PrepareDependencies, signal: AbortSignal): Promise<void> {
  const { database, index, embedder, analyzer } = dependencies;
  // The build of another index version has the new texts, or this waits for its end.
  if (!(await index.follow())) return;
  const { rows } = await sql<EditedDocument>`
    select d.id, d.organisation_id, array_agg(k.id) as chunk_ids, max(k.stale_since)::text as until
    from rag.chunks k join rag.documents d on d.active_revision = k.revision
    where k.stale_since is not null and d.deleted_at is null
    group by d.id order by min(k.stale_since) limit ${documentsPerRound}`.execute(database);
  for (const { id, organisation_id, chunk_ids, until } of rows) {
    signal.throwIfAborted();
    const vectors = new Map(await index.own.readVectors(organisation_id, id));
    for (const chunk of chunk_ids) vectors.delete(chunk);
    try {
      const writing = { database, index: index.own, embedder, analyzer, vectors };
      if ((await writeDocuments(writing, [id])).length > 0) continue;
    } catch (error) {
      if (!(error instanceof EmbeddingUnavailableError)) throw error;
      continue;
    }
    await sql`
      update rag.chunks set stale_since = null
      where id = any(${[...chunk_ids]}::uuid[]) and stale_since <= ${until}::timestamptz`.execute(
      database,
    );
  }
}
