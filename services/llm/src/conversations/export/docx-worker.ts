import { parentPort, workerData } from 'node:worker_threads';
import type { Manuscript } from './manuscript.ts';
import { toDocx } from './to-docx.ts';

// A thread of its own: started with a manuscript, ends with the document's bytes.
parentPort?.postMessage(await toDocx(workerData as Manuscript));
