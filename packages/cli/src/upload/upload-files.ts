import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { type AcceptedDocument, AppError, type Document } from '@lectern/contracts';
import { ensureCollection } from '../collections/resolve-collection.ts';
import { waitUntilFinal } from '../collections/wait-until-final.ts';
import type { Connection } from '../connection/connection.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type FoundFile, findFiles } from './find-files.ts';

export interface UploadOptions {
  /** Files, and folders with all below them. */
  readonly paths: readonly string[];
  /** Path of the collection, such as `Team/Handbook`; made when it is not there. */
  readonly collection: string;
  /** Uploads at once. */
  readonly concurrency: number;
  /** False: ends when all files are sent. */
  readonly wait: boolean;
  /** Password of encrypted files. */
  readonly password?: string;
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

/** Uploads files and waits until they are searchable. A repeat sends nothing twice. */
export async function uploadFiles(
  connection: Connection,
  terminal: Terminal,
  options: UploadOptions,
): Promise<UploadReport> {
  const { files, closed } = await findFiles(options.paths);
  const collection = await ensureCollection(connection, options.collection);
  const progress = terminal.openProgress();
  try {
    const uploads = progress.addStep('Upload', files.length);
    let count = 0;
    const sent: Sent[] = await mapConcurrently(files, options.concurrency, async (file) => {
      const outcome = await send(connection, collection.id, {
        ...file,
        password: options.password,
      });
      count += 1;
      uploads.update(count);
      return outcome;
    });

    sent.push(
      ...closed.map(({ name }) => ({ file: name, reason: 'this folder cannot be read here' })),
    );
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
  { path, name: file, password }: FoundFile & { readonly password: string | undefined },
): Promise<Sent> {
  try {
    const { id, duplicate, error } = await uploadFile(connection, collectionId, { path, password });
    if (error) return { file, reason: `${error.code}: ${error.message}` };
    return { file, duplicate, ...(id && { id }) };
  } catch (error) {
    if (isUnreadable(error)) return { file, reason: 'this file cannot be read here' };
    if (!(error instanceof AppError) || isHopeless(error)) throw error;
    return { file, reason: `${error.code}: ${error.message}` };
  }
}

/** A file of this machine that may not be read, or went away; the others are sent all the same. */
function isUnreadable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['EACCES', 'EPERM', 'ENOENT', 'ERR_INVALID_ARG_VALUE'].includes(code);
}

/** Returns true if the next file would be refused as well. */
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

/** Maps with at most `limit` calls at once; results keep the order. The first failure ends it. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  const entries = items.entries();
  const workers = Array.from({ length: Math.min(limit, items.length) }, async () => {
    for (const [index, item] of entries) results[index] = await work(item, index);
  });
  await Promise.all(workers);
  return results;
}

/**
 * Sends one file, streamed from disk. An upload is idempotent, so it is tried again while the suite
 * is busy or away.
 * @throws AppError when it stays refused.
 */
async function uploadFile(
  connection: Connection,
  collectionId: string,
  { path, password }: { readonly path: string; readonly password: string | undefined },
): Promise<AcceptedDocument> {
  const form = new FormData();
  form.append('files', await openAsBlob(path), basename(path));
  if (password) form.append('password', password);
  const { documents } = await connection.upload('addDocuments', form, {
    params: { id: collectionId },
  });
  const [document] = documents;
  if (!document)
    throw new AppError('upstream_failed', 'The upload was answered without a document.');
  return document;
}
