import { relative } from 'node:path';
import { AppError, type Document } from '@lectern/contracts';
import { ensureCollection } from '../collections/resolve-collection.ts';
import { waitUntilFinal } from '../collections/wait-until-final.ts';
import type { Connection } from '../connection/connection.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { findFiles } from './find-files.ts';
import { uploadFile } from './upload-file.ts';

export interface UploadOptions {
  readonly folder: string;
  /** Path of the collection, such as `Team/Handbook`; made when it is not there. */
  readonly collection: string;
  /** Uploads at once. */
  readonly concurrency: number;
  /** False: ends when all files are sent. */
  readonly wait: boolean;
}

export interface UploadReport {
  readonly files: number;
  /** Files whose content was in the collection before. */
  readonly duplicates: number;
  readonly ready: number;
  /** Sent and accepted, not waited for. */
  readonly pending: number;
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
}

interface Sent {
  readonly file: string;
  readonly id?: string;
  readonly duplicate?: boolean;
  readonly reason?: string;
}

const patienceMs = 600_000;

/** Uploads a folder and waits until its documents are searchable. A repeat sends nothing twice. */
export async function uploadFolder(
  connection: Connection,
  terminal: Terminal,
  options: UploadOptions,
): Promise<UploadReport> {
  const files = await findFiles(options.folder);
  const collection = await ensureCollection(connection, options.collection);
  const progress = terminal.openProgress();
  try {
    const uploads = progress.addStep('Upload', files.length);
    let count = 0;
    const sent = await mapConcurrently(files, options.concurrency, async (path) => {
      const outcome = await send(connection, collection.id, path, options.folder);
      count += 1;
      uploads.update(count);
      return outcome;
    });

    const ids = [...new Set(sent.flatMap(({ id }) => id ?? []))];
    const ingestion = progress.addStep('Ingestion', ids.length);
    const documents = options.wait
      ? await waitUntilFinal(connection, {
          collectionId: collection.id,
          documentIds: ids,
          onProgress: (done) => ingestion.update(done),
          patienceMs,
        })
      : [];
    return createReport(sent, documents, options.wait ? 0 : ids.length);
  } finally {
    progress.close();
  }
}

async function send(
  connection: Connection,
  collectionId: string,
  path: string,
  folder: string,
): Promise<Sent> {
  const file = relative(folder, path);
  try {
    const { id, duplicate, error } = await uploadFile(connection, collectionId, path);
    if (error) return { file, reason: `${error.code}: ${error.message}` };
    return { file, duplicate, ...(id && { id }) };
  } catch (error) {
    if (!(error instanceof AppError) || isHopeless(error)) throw error;
    return { file, reason: `${error.code}: ${error.message}` };
  }
}

/** Whether the next file would be refused as well. */
function isHopeless(error: AppError): boolean {
  return error.retryable || error.status === 401 || error.status === 403 || error.status === 404;
}

function createReport(
  sent: readonly Sent[],
  documents: readonly Document[],
  pending: number,
): UploadReport {
  const fileOf = new Map(sent.map(({ id, file }) => [id, file]));
  const refused = sent.flatMap(({ file, reason }) => (reason ? [{ file, reason }] : []));
  const unfit = documents
    .filter(({ status }) => status !== 'ready')
    .map(({ id, title, status, error }) => ({
      file: fileOf.get(id) ?? title,
      reason: error ? `${error.code}: ${error.message}` : status,
    }));
  return {
    files: sent.length,
    duplicates: sent.filter(({ duplicate }) => duplicate).length,
    ready: documents.length - unfit.length,
    pending,
    failed: [...refused, ...unfit],
  };
}
