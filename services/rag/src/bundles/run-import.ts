import { AppError, type ImportJob } from '@lectern/contracts';
import type { JobRun } from '@lectern/jobs';
import { type Logger, tryWithLock } from '@lectern/service';
import { loadAccess } from '../access/load-access.ts';
import { discardBlobs } from '../originals/discard-blobs.ts';
import { changeImport, type ImportRow } from './bundle-imports.ts';
import { type ImportDependencies, importBundle } from './import-bundle.ts';
import { BundleProblem, openBundle } from './open-bundle.ts';

export interface RunImportDependencies extends Omit<ImportDependencies, 'quotas'> {
  readonly logger: Logger;
}

const progressEveryMs = 500;
/** Texts, passages and vectors beside the originals, which the quota limits. */
const maxRatio = 4;

/**
 * Imports an uploaded bundle. Everything is verified before anything is written, and all is written
 * in one transaction: a damaged bundle leaves nothing behind. The uploaded file is discarded at the
 * end.
 */
export async function runImport(
  dependencies: RunImportDependencies,
  { import_id: id, organisation_id, quotas }: ImportJob,
  run: Pick<JobRun, 'signal' | 'isLastAttempt'>,
): Promise<void> {
  const { database, blobs, logger } = dependencies;
  await tryWithLock(database, `rag.import.${id}`, async () => {
    const row = await database
      .selectFrom('rag.bundle_imports')
      .selectAll()
      .where('id', '=', id)
      .where('organisation_id', '=', organisation_id)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst();
    if (!row?.sha256) return;
    await changeImport(database, id, { status: 'running' });
    const failure = await tryImport({ ...dependencies, quotas }, row).then(
      () => undefined,
      (error: unknown) => {
        if (run.signal.aborted) throw error;
        const known = describeProblem(error);
        if (!known && !run.isLastAttempt) throw error;
        if (!known) logger.error({ err: error, import_id: id }, 'an import was given up');
        return known ?? { error_code: 'internal', error_message: ours, error_member: null };
      },
    );
    await changeImport(
      database,
      id,
      failure ? { ...failure, status: 'failed', sha256: null } : { status: 'done', sha256: null },
    );
    await discardBlobs(database, blobs, [row.sha256]);
  });
}

const ours = 'Something went wrong on our side. Try again later.';

async function tryImport(
  dependencies: ImportDependencies,
  { id, organisation_id, created_by, parent_id: parentId, collection_id, sha256 }: ImportRow,
): Promise<void> {
  if (collection_id !== null) return;
  const { database, blobs, quotas } = dependencies;
  await blobs.withFile(sha256 ?? '', async (path) => {
    const bundle = await openBundle(path, quotas.bytes * maxRatio);
    try {
      let reportedAt = 0;
      await bundle.verify(async (done, total) => {
        if (done < total && performance.now() - reportedAt < progressEveryMs) return;
        reportedAt = performance.now();
        await changeImport(database, id, { done, total });
      });
      const access = await loadAccess(database, {
        organisationId: organisation_id,
        userId: created_by,
      } as Parameters<typeof loadAccess>[1]);
      await importBundle(dependencies, access, { importId: id, bundle, parentId });
    } finally {
      bundle.close();
    }
  });
}

function describeProblem(
  error: unknown,
): Pick<ImportRow, 'error_code' | 'error_message' | 'error_member'> | undefined {
  if (error instanceof BundleProblem) {
    return {
      error_code: 'bundle_damaged',
      error_message: error.message,
      error_member: error.member,
    };
  }
  if (!(error instanceof AppError) || error.retryable) return undefined;
  return { error_code: error.code, error_message: error.message, error_member: null };
}
