import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { BlobStore } from '@lectern/blobs';
import { FairQueue } from '@lectern/service';
import type { Database, RevisionsTable } from '../database/tables.ts';
import { claimBlobs } from '../originals/claim-blobs.ts';
import { parsePlainText } from '../parsing/parse-plain-text.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import type { ConversionFiles } from './convert-thread.ts';
import { StoredText, unknownForm } from './stored-text.ts';
import { encodeStoredText } from './text-layout.ts';

interface RevisionToRead
  extends Pick<RevisionsTable, 'organisation_id' | 'sha256' | 'parsed_sha256'> {
  readonly title: string;
}

export type OpenStoredText = (revision: RevisionToRead) => Promise<StoredText>;

const conversionQueue = { maxRunning: 1, maxWaiting: 100, maxWaitingPerTenant: 20 };
const maxConversionMs = 60_000;
const conversionMemoryMb = 1_024;

/**
 * Returns a function that opens the text of a revision. A text that an earlier version stored as
 * one JSON value is converted first and replaces it, one at a time and fairly among organisations.
 */
export function createOpenStoredText(stores: {
  readonly database: Database;
  readonly blobs: BlobStore;
}): OpenStoredText {
  const { blobs } = stores;
  const queue = new FairQueue(conversionQueue);
  const conversions = new Map<string, Promise<string>>();
  const convertOnce = (sha256: string, owner: string): Promise<string> => {
    const running = conversions.get(sha256);
    if (running) return running;
    const conversion = queue
      .run({ owner }, () => convert(stores, sha256))
      .finally(() => conversions.delete(sha256));
    conversions.set(sha256, conversion);
    return conversion;
  };
  return async ({ organisation_id, sha256, parsed_sha256, title }) => {
    if (parsed_sha256 === null) {
      const document = readTextDocument(await blobs.read(sha256), title);
      return requireStoredText(await openBytes(Buffer.concat([...encodeStoredText(document)])));
    }
    return (
      (await openBlob(blobs, parsed_sha256)) ??
      requireStoredText(await openBlob(blobs, await convertOnce(parsed_sha256, organisation_id)))
    );
  };
}

/** Parses a document that came as JSON text. Without text it is found by its title alone. */
export function readTextDocument(bytes: Buffer, title: string): ParsedDocument {
  const text = bytes.toString('utf8');
  return parsePlainText(text.trim() === '' ? title : text, { title });
}

async function openBlob(blobs: BlobStore, sha256: string): Promise<StoredText | undefined> {
  const size = await blobs.size(sha256);
  return StoredText.open({ size, stream: (range) => blobs.stream(sha256, range) });
}

/** Returns whether a blob can be a stored text, also one that an earlier version stored as JSON. */
export async function isStoredText(blobs: BlobStore, sha256: string): Promise<boolean> {
  if (await openBlob(blobs, sha256)) return true;
  const first = await blobs.stream(sha256, { start: 0, end: 0 });
  for await (const part of first) return part[0] === '{'.charCodeAt(0);
  return false;
}

async function openBytes(bytes: Buffer): Promise<StoredText | undefined> {
  return StoredText.open({
    size: bytes.length,
    stream: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
  });
}

function requireStoredText(text: StoredText | undefined): StoredText {
  if (!text) throw unknownForm();
  return text;
}

/** Returns the SHA-256 of the converted text. */
async function convert(
  { database, blobs }: { readonly database: Database; readonly blobs: BlobStore },
  parsedSha256: string,
): Promise<string> {
  const to = join(tmpdir(), `lectern-text-${randomUUID()}`);
  try {
    await blobs.withFile(parsedSha256, (from) => convertInThread({ from, to }));
    const { sha256 } = await blobs.put(createReadStream(to));
    await database.transaction().execute(async (transaction) => {
      await claimBlobs(transaction, blobs, [sha256]);
      await transaction
        .updateTable('rag.revisions')
        .set({ parsed_sha256: sha256 })
        .where('parsed_sha256', '=', parsedSha256)
        .execute();
    });
    return sha256;
  } finally {
    await rm(to, { force: true });
  }
}

async function convertInThread(files: ConversionFiles): Promise<void> {
  const worker = new Worker(new URL('./convert-thread.ts', import.meta.url), {
    workerData: files,
    resourceLimits: { maxOldGenerationSizeMb: conversionMemoryMb },
  });
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(maxConversionMs) });
  } finally {
    await worker.terminate();
  }
}
