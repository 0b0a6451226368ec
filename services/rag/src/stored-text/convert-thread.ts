import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { encodeStoredText } from './text-layout.ts';

/** Paths of a conversion. */
export interface ConversionFiles {
  /** A parsed document as one JSON value. */
  readonly from: string;
  readonly to: string;
}

// Runs in a worker thread, since parsing the JSON of a large document takes seconds.
const { from, to } = workerData as ConversionFiles;
const document = JSON.parse(await readFile(from, 'utf8'));
await pipeline(
  Readable.from(encodeStoredText(document)),
  createWriteStream(to, { flags: 'wx', mode: 0o600 }),
);
parentPort?.postMessage('converted');
