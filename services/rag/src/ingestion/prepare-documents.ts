import type { FailureCode, IngestJob } from '@lectern/contracts';
import type { ChunkingSettings } from '../chunking/chunk.ts';
import { loadEffectiveSettings } from '../collections/load-settings.ts';
import type { DocumentRow } from '../database/tables.ts';
import { titleFromFileName } from '../documents/file-name.ts';
import type { ReadParts } from '../parsing/formats/format.ts';
import { ParseFailure } from '../parsing/parse-failure.ts';
import { applyEdits } from '../passage-edits/apply-edits.ts';
import { loadParseSeconds, maxParseSecondsPerDay } from '../quotas/parse-use.ts';
import { identifyRevision, toChunkingSettings } from '../revisions/identify-revision.ts';
import { failDocument } from './document-state.ts';
import type { Claim } from './hold-claim.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { isReadInProcess, type ReadDocument, readDocument } from './read-document.ts';
import { sendsHeavyDocuments, sendToLane } from './send-to-lane.ts';

/** Starts after which a document counts as the cause of its workers' ends. */
const maxStarts = 12;

/**
 * Time after which the other documents of a job get jobs of their own, since other organisations
 * wait until this one ends.
 */
const maxTogetherMs = 5_000;

const tooHeavy: ReadonlySet<FailureCode> = new Set(['time_limit', 'memory_limit']);

const spentMessage = "The organisation's parsing time for today is used up. Try again tomorrow.";

/** A parsed and chunked document with its new revision. */
export interface PreparedDocument {
  readonly row: DocumentRow;
  readonly revision: string;
  readonly title: string;
  readonly read: ReadDocument;
}

/** Parses the documents of a job; those that cannot be parsed end here with their reason. */
export async function prepareDocuments(
  dependencies: IngestDependencies,
  job: IngestJob,
  { rows, claim }: { readonly rows: readonly DocumentRow[]; readonly claim: Claim },
): Promise<PreparedDocument[]> {
  const settings = await loadEffectiveSettings(
    dependencies.database,
    rows.flatMap((row) => row.collection_id ?? []),
  );
  const prepared: PreparedDocument[] = [];
  const started = performance.now();
  for (const [at, row] of rows.entries()) {
    if (at > 0 && performance.now() - started > maxTogetherMs) {
      const rest = { rows: rows.slice(at), lane: dependencies.lane, hasPassword: job.has_password };
      await sendToLane(dependencies.database, claim.id, rest);
      break;
    }
    const own = settings.get(row.collection_id ?? '');
    const chunking = toChunkingSettings(own);
    const parts = own?.parsing ?? {};
    const one = await prepareDocument(dependencies, claim, { job, row, chunking, parts });
    if (one) prepared.push(one);
  }
  return prepared;
}

interface DocumentToPrepare {
  readonly job: IngestJob;
  readonly row: DocumentRow;
  readonly chunking: ChunkingSettings;
  readonly parts: ReadParts;
}

/** Returns undefined if the document ended here: it failed, or is no longer wanted. */
async function prepareDocument(
  { database, passwords, metrics, recordWork, logger, lane, ...reading }: IngestDependencies,
  claim: Claim,
  { job, row, chunking, parts }: DocumentToPrepare,
): Promise<PreparedDocument | undefined> {
  const signal = claim.signalOf(row.id);
  const claimed = { claimId: claim.id, document: row };
  if (row.starts > maxStarts) {
    const message = `Reading it was interrupted ${maxStarts} times.`;
    await failDocument(database, claimed, { code: 'internal', message });
    return undefined;
  }
  if (lane === 'light' && !isReadInProcess(row)) {
    if (await sendsHeavyDocuments(database, row.organisation_id)) {
      const hasPassword = job.has_password;
      await sendToLane(database, claim.id, { rows: [row], lane: 'heavy', hasPassword });
      return undefined;
    }
  }
  if (lane === 'heavy') {
    const used = await loadParseSeconds(database, row.organisation_id);
    if (used >= maxParseSecondsPerDay) {
      await failDocument(database, claimed, { code: 'time_limit', message: spentMessage });
      return undefined;
    }
  }
  const password = await passwords.find(row.id, row.work, job.has_password);
  let isOver = true;
  let durationMs = 0;
  const onWorked = (workedMs: number) => {
    durationMs += workedMs;
  };
  try {
    const read = await metrics
      .time('parse', () =>
        readDocument(reading, row, { chunking, parts, password, signal, onWorked }),
      )
      .finally(() =>
        recordWork({
          kind: 'parse',
          organisationId: row.organisation_id,
          durationMs,
          documentId: row.id,
          format: row.mime_type,
        }),
      );
    const title = chooseTitle(row, read.document.title);
    const chunks = await applyEdits(database, row.id, read.chunks);
    const revision = identifyRevision({ ...row, title }, chunking, parts);
    return { row, revision, title, read: { ...read, chunks } };
  } catch (error) {
    if (!(error instanceof ParseFailure)) {
      if (signal.aborted) return undefined;
      throw error;
    }
    if (lane === 'light' && tooHeavy.has(error.code)) {
      isOver = false;
      const hasPassword = password !== undefined;
      await sendToLane(database, claim.id, { rows: [row], lane: 'heavy', hasPassword });
      return undefined;
    }
    logger.info({ document_id: row.id, code: error.code }, 'a document could not be read');
    await failDocument(database, claimed, error);
    return undefined;
  } finally {
    if (isOver) passwords.forget(row.id, row.work);
  }
}

/** Returns the file's own title, unless the document was given another one. */
function chooseTitle(row: DocumentRow, ownTitle: string | null): string {
  const untouched = row.file_name !== null && row.title === titleFromFileName(row.file_name);
  return (untouched && ownTitle?.trim()) || row.title;
}
