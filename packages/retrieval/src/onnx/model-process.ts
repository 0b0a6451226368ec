import type { ModelOrder, ModelTask, ModelWord } from './model-task.ts';
import { openModel } from './open-model.ts';

/** Entry of a process that runs a model: one task after the other, until its parent ends. */
const send = (word: ModelWord) => process.send?.(word);

process.on('disconnect', () => process.exit());
process.once('message', async ({ files }: ModelOrder) => {
  const run = await openModel(files);
  process.on('message', async (task: ModelTask) => {
    try {
      send({ kind: 'values', values: await run(task) });
    } catch (error) {
      send({ kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' });
    }
  });
  send({ kind: 'opened' });
});
