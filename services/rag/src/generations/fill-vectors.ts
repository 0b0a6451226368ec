import type { BuildDependencies } from './build-generation.ts';
import { createPatientEmbedder } from './patient-embedder.ts';
import { writeDocuments } from './rebuild-index.ts';

const documentsAtOnce = 10;

/**
 * Makes the vectors of what was indexed without them, while another generation was being built that
 * was given up. Such documents are found by keyword until then.
 */
export async function fillVectors(
  dependencies: BuildDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { database, logger } = dependencies;
  const embedder = createPatientEmbedder(dependencies.embedder, {
    signal,
    onEmbedded: async () => {},
    onProblem: async (problem) => logger.warn({ problem }, 'documents wait for their vectors'),
  });
  for (;;) {
    signal.throwIfAborted();
    const rows = await database
      .selectFrom('rag.revisions as r')
      .innerJoin('rag.documents as d', 'd.active_revision', 'r.id')
      .select(['d.id', 'r.id as revision'])
      .where('r.has_vectors', '=', false)
      .where('d.deleted_at', 'is', null)
      .limit(documentsAtOnce)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const changed = new Set(await writeDocuments({ ...dependencies, embedder }, ids));
    await database
      .updateTable('rag.revisions')
      .set({ has_vectors: true })
      .where('id', 'in', [
        ...rows.filter(({ id }) => !changed.has(id)).map(({ revision }) => revision),
        '00000000-0000-0000-0000-000000000000',
      ])
      .execute();
  }
}
