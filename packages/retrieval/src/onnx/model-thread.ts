import { parentPort, workerData } from 'node:worker_threads';
import type { ModelTask, ModelToOpen, ThreadMessage } from './model-task.ts';
import { openModel } from './open-model.ts';

/** The start of a thread that runs a model: one task after the other. */
const port = parentPort;
if (!port) throw new Error('this file runs as a thread');

const send = (message: ThreadMessage) => port.postMessage(message);
const { files } = workerData as ModelToOpen;
const run = await openModel(files);
port.on('message', async (task: ModelTask) => {
  try {
    send({ kind: 'values', values: await run(task) });
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' });
  }
});
send({ kind: 'opened' });
