import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import { type OnClose, runPeriodically, tryWithLock } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { endFill, recordFill } from './build-record.ts';
import { embedBySlices } from './embed-by-slices.ts';
import { buildLock } from './index-version.ts';
import type { PrepareDependencies } from './prepare-index-version.ts';
import { writeDocuments } from './rebuild-index.ts';
import { recordVectors } from './store-vectors.ts';

/** Small, so that the build of another model's index waits for one batch only. */
const documentsAtOnce = 10;
const chunksAtOnce = 256;
const probeTimeoutMs = 20_000;

/** Fills in missing vectors periodically until closed. */
export function startFillVectors(
  dependencies: PrepareDependencies,
  onClose: OnClose,
  everyMs = 10_000,
): void {
  const refused = new Set<string>();
  runPeriodically(
    {
      everyMs,
      firstAfterMs: 0,
      work: (signal) => fillVectors(dependencies, { signal, refused }),
      logger: dependencies.logger,
      failure: 'filling in vectors failed',
    },
    onClose,
  );
}

export interface FillOptions {
  readonly signal: AbortSignal;
  /** Revisions that the model rejects although it answers; this process skips them. */
  readonly refused: Set<string>;
}

interface WaitingDocument {
  readonly id: string;
  readonly revision: string;
  readonly organisation_id: string;
  readonly chunk_count: number;
}

/**
 * Makes the vectors of documents that were indexed without them, because the model was away or
 * because another index version was being built and was given up. Such documents are found by
 * keyword until then. Organisations alternate by chunks, small documents first: an organisation's
 * backlog delays another by one batch at most. Ends when none is left or the model cannot be used.
 * Returns the number of filled documents.
 */
async function fillVectors(
  { index, ...dependencies }: PrepareDependencies,
  { signal, refused }: FillOptions,
): Promise<number> {
  const { database, logger } = dependencies;
  const startedAt = new Date();
  let texts = 0;
  const { embedder: model } = dependencies;
  const embedder = embedBySlices(model, {
    embedSlice: (slice) => model.embedDocuments(slice, { signal }),
    onEmbedded: async (made) => {
      texts += made;
      await recordFill(database, { startedAt, texts });
    },
  });
  const shares = new Map<string, number>();
  /** Changed while their vectors were made: they wait for the next round. */
  const left = new Set<string>();
  const fill = async (documents: readonly WaitingDocument[]): Promise<boolean> => {
    try {
      const ids = documents.map(({ id }) => id);
      const written = { ...dependencies, embedder, index: index.own };
      const changed = new Set(await writeDocuments(written, ids));
      const [later = [], done = []] = [true, false].map((isLater) =>
        documents.filter(({ id }) => changed.has(id) === isLater).map(({ revision }) => revision),
      );
      await recordVectors(database, done);
      for (const revision of later) left.add(revision);
      return true;
    } catch (error) {
      if (!(error instanceof EmbeddingUnavailableError)) throw error;
      return false;
    }
  };
  /** Returns the number of filled documents, or undefined at the end. */
  const fillNext = async (): Promise<number | undefined> => {
    if (!(await index.follow())) return undefined;
    const documents = await listWaiting(database, { shares, except: [...left, ...refused] });
    if (documents.length === 0) return undefined;
    countShares(shares, documents);
    if (await fill(documents)) return documents.length;
    if (!(await answers(embedder, signal))) return undefined;
    let filled = 0;
    for (const document of documents) {
      if (await fill([document])) filled += 1;
      else if (await answers(embedder, signal)) refused.add(document.revision);
      else return undefined;
    }
    return filled;
  };
  let filled = 0;
  try {
    while (!signal.aborted) {
      // Checked before locking: a worker that wants to build must find the lock free.
      if (!(await isOneWaiting(database, [...left, ...refused]))) break;
      const step = await tryWithLock(database, buildLock, fillNext).catch((error) => {
        if (signal.aborted) return undefined;
        throw error;
      });
      if (step === undefined) break;
      filled += step;
    }
  } finally {
    if (texts > 0) await endFill(database);
  }
  if (filled > 0) logger.info({ filled }, 'missing vectors were filled in');
  return filled;
}

/** Chunks embedded in this round, by organisation. */
type Shares = Map<string, number>;

function countShares(shares: Shares, documents: readonly WaitingDocument[]): void {
  for (const { organisation_id, chunk_count } of documents) {
    shares.set(organisation_id, (shares.get(organisation_id) ?? 0) + chunk_count);
  }
}

function selectWaiting(except: readonly string[]) {
  return sql`
    from rag.revisions r join rag.documents d on d.active_revision = r.id
    where not r.has_vectors and d.deleted_at is null and r.id <> all(${except}::uuid[])`;
}

async function isOneWaiting(database: Database, except: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select 1 ${selectWaiting(except)} limit 1`.execute(database);
  return rows.length > 0;
}

interface WaitingOptions {
  readonly shares: Shares;
  /** Revisions to skip. */
  readonly except: readonly string[];
}

/** Lists the next batch: organisations with the fewest embedded chunks first. */
async function listWaiting(
  database: Database,
  { shares, except }: WaitingOptions,
): Promise<WaitingDocument[]> {
  const { rows } = await sql<WaitingDocument>`
    with waiting as (
      select d.id, r.id as revision, d.organisation_id, d.chunk_count,
        coalesce((${JSON.stringify(Object.fromEntries(shares))}::jsonb->>d.organisation_id)::bigint, 0)
          + sum(d.chunk_count) over (
              partition by d.organisation_id order by d.chunk_count, d.id) as share
      ${selectWaiting(except)})
    select id, revision, organisation_id, chunk_count from waiting
    order by share, id limit ${documentsAtOnce}`.execute(database);
  let sum = 0;
  return rows.filter(({ chunk_count }, place) => {
    sum += chunk_count;
    return place === 0 || sum <= chunksAtOnce;
  });
}

async function answers(embedder: Embedder, signal: AbortSignal): Promise<boolean> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)]);
  return embedder.embedQuery('ready', { signal: inTime }).then(
    () => true,
    () => false,
  );
}
