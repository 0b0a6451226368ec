import type { Embedder } from '@lectern/retrieval';
import { type Logger, type OnClose, startRounds } from '@lectern/service';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { startWork } from '../documents/start-work.ts';

export interface RetryDependencies {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly logger: Logger;
}

const everyMs = 30_000;
const documentsAtOnce = 500;
/** A document that fails so often fails for a reason of its own. */
const maxTries = 40;
const probeTimeoutMs = 20_000;

/** Looks from time to time whether the embedding model is back, until closed. */
export function startRetryUnembedded(dependencies: RetryDependencies, onClose: OnClose): void {
  startRounds(
    {
      everyMs,
      work: () => retryUnembedded(dependencies),
      logger: dependencies.logger,
      failure: 'documents without vectors could not be retried',
    },
    onClose,
  );
}

/**
 * Takes documents up again that failed because the embedding model was away, once it answers. The
 * more often one failed, the longer it waits. Gives their number.
 */
export async function retryUnembedded({
  database,
  embedder,
  logger,
}: RetryDependencies): Promise<number> {
  const rows = await database
    .selectFrom('rag.documents')
    .select(['id', 'organisation_id'])
    .where('status', '=', 'failed')
    .where('error_code', '=', 'embedding_unavailable')
    .where('deleted_at', 'is', null)
    .where('work', '<', maxTries)
    .where(sql<boolean>`updated_at < now() - work * interval '30 seconds'`)
    .limit(documentsAtOnce)
    .execute();
  if (rows.length === 0 || !(await answers(embedder))) return 0;
  for (const { id, organisation_id } of rows) await startWork(database, organisation_id, id);
  logger.info({ count: rows.length }, 'the embedding model is back: documents are tried again');
  return rows.length;
}

async function answers(embedder: Embedder): Promise<boolean> {
  return embedder.embedQuery('ready', { signal: AbortSignal.timeout(probeTimeoutMs) }).then(
    () => true,
    () => false,
  );
}
