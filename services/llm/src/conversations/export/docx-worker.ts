import { parentPort, workerData } from 'node:worker_threads';
import type { Manuscript } from './manuscript.ts';
import { toDocx } from './to-docx.ts';

// Runs in a worker thread: gets a manuscript, posts the document's bytes.
parentPort?.postMessage(await toDocx(workerData as Manuscript));
