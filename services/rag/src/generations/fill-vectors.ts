import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import { type OnClose, startRounds } from '@lectern/service';
import type { Database } from '../database/tables.ts';
import { withBuildLock } from './build-lock.ts';
import { noteVectors } from './note-vectors.ts';
import type { PrepareDependencies } from './prepare-generation.ts';
import { writeDocuments } from './rebuild-index.ts';

const everyMs = 10_000;
/** Few, so that another model's index waits for one batch alone before it is built. */
const documentsAtOnce = 10;
const probeTimeoutMs = 20_000;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Looks from time to time whether documents wait for vectors and the model is back, until closed. */
export function startFillVectors(dependencies: PrepareDependencies, onClose: OnClose): void {
  const refused = new Set<string>();
  startRounds(
    {
      everyMs,
      firstAfterMs: 0,
      work: (signal) => fillVectors(dependencies, { signal, refused }),
      logger: dependencies.logger,
      failure: 'documents could not be given their vectors',
    },
    onClose,
  );
}

export interface FillOptions {
  readonly signal: AbortSignal;
  /** Revisions that the model does not take though it answers; this process leaves them out. */
  readonly refused: Set<string>;
}

interface WaitingDocument {
  readonly id: string;
  readonly revision: string;
}

/**
 * Makes the vectors of what was indexed without them, because the model was away or because another
 * generation was being built that was given up. Such documents are found by keyword until then.
 * Ends when none is left or the model cannot be used. Gives how many it filled.
 */
async function fillVectors(
  { index, ...dependencies }: PrepareDependencies,
  { signal, refused }: FillOptions,
): Promise<number> {
  const { database, logger } = dependencies;
  const embedder = endBy(dependencies.embedder, signal);
  const fill = async (documents: readonly WaitingDocument[]): Promise<boolean> => {
    try {
      const ids = documents.map(({ id }) => id);
      const written = { ...dependencies, embedder, index: index.own };
      const changed = new Set(await writeDocuments(written, ids));
      await noteVectors(
        database,
        documents.filter(({ id }) => !changed.has(id)).map(({ revision }) => revision),
      );
      return true;
    } catch (error) {
      if (!(error instanceof EmbeddingUnavailableError)) throw error;
      return false;
    }
  };
  /** The first document filled that was not, or undefined at the end. */
  const fillNext = async (after: string): Promise<Step | undefined> => {
    if (!(await index.follow())) return undefined;
    const documents = await listWaiting(database, after, refused);
    const last = documents.at(-1);
    if (!last) return undefined;
    if (await fill(documents)) return { filled: documents.length, last: last.id };
    if (!(await answers(embedder, signal))) return undefined;
    let filled = 0;
    for (const document of documents) {
      if (await fill([document])) filled += 1;
      else if (await answers(embedder, signal)) refused.add(document.revision);
      else return undefined;
    }
    return { filled, last: last.id };
  };
  let filled = 0;
  let after = firstId;
  while (!signal.aborted) {
    const from = after;
    // The lock is for those who have something to do: a worker that wants to build must find it free.
    if ((await listWaiting(database, from, refused)).length === 0) break;
    const step = await withBuildLock(database, () => fillNext(from)).catch((error) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (!step) break;
    filled += step.filled;
    after = step.last;
  }
  if (filled > 0) logger.info({ filled }, 'documents have got the vectors that they waited for');
  return filled;
}

interface Step {
  readonly filled: number;
  readonly last: string;
}

async function listWaiting(
  database: Database,
  after: string,
  refused: ReadonlySet<string>,
): Promise<WaitingDocument[]> {
  const rows = await database
    .selectFrom('rag.revisions as r')
    .innerJoin('rag.documents as d', 'd.active_revision', 'r.id')
    .select(['d.id', 'r.id as revision'])
    .where('r.has_vectors', '=', false)
    .where('d.deleted_at', 'is', null)
    .where('d.id', '>', after)
    .where((where) =>
      where.or([where.val(refused.size === 0), where('r.id', 'not in', [firstId, ...refused])]),
    )
    .orderBy('d.id')
    .limit(documentsAtOnce)
    .execute();
  return rows;
}

async function answers(embedder: Embedder, signal: AbortSignal): Promise<boolean> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)]);
  return embedder.embedQuery('ready', { signal: inTime }).then(
    () => true,
    () => false,
  );
}

/** The same embedder, whose work on documents ends with the signal. */
function endBy(embedder: Embedder, signal: AbortSignal): Embedder {
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    denseWeight: embedder.denseWeight,
    embedQuery: (text, options) => embedder.embedQuery(text, options),
    close: () => embedder.close(),
    embedDocuments: (texts) => embedder.embedDocuments(texts, { signal }),
  };
}
