import { describe, expect, it } from '@jest/globals';
import { SerialQueue } from './serial-queue.ts';

/** Records joined writes, and holds each run until it is released. */
function createRecorder() {
  const runs: string[] = [];
  const started: (() => void)[] = [];
  const run = (kind: string) => async (items: readonly string[]) => {
    runs.push(`${kind}: ${items.join(' ')}`);
    await new Promise<void>((resolve) => started.push(resolve));
    if (items.includes('bad')) throw new Error('refused');
  };
  return {
    runs,
    write: (kind: string, ...items: string[]) => ({ kind, items, run: run(kind) }),
    async finishAll(queue: SerialQueue) {
      const idle = queue.whenIdle();
      let isIdle = false;
      void idle.then(() => {
        isIdle = true;
      });
      while (!isIdle) {
        started.shift()?.();
        await Promise.resolve();
      }
    },
  };
}

describe('SerialQueue', () => {
  it('joins waiting neighbours of one kind, and keeps the order of kinds', async () => {
    const queue = new SerialQueue(10);
    const { runs, write, finishAll } = createRecorder();
    const done = Promise.all([
      queue.add(write('add', 'a')),
      queue.add(write('add', 'b')),
      queue.add(write('add', 'c')),
      queue.add(write('delete', 'a')),
      queue.add(write('add', 'd')),
    ]);
    await finishAll(queue);
    await done;
    expect(runs).toEqual(['add: a', 'add: b c', 'delete: a', 'add: d']);
  });

  it('joins no more items than allowed, but runs a larger write alone', async () => {
    const queue = new SerialQueue(2);
    const { runs, write, finishAll } = createRecorder();
    const done = Promise.all([
      queue.add(write('add', 'a', 'b', 'c')),
      queue.add(write('add', 'd')),
      queue.add(write('add', 'e')),
      queue.add(write('add', 'f')),
    ]);
    await finishAll(queue);
    await done;
    expect(runs).toEqual(['add: a b c', 'add: d e', 'add: f']);
  });

  it('rejects the writes that failed together, and goes on with the others', async () => {
    const queue = new SerialQueue(10);
    const { write, finishAll } = createRecorder();
    const done = Promise.allSettled([
      queue.add(write('add', 'a')),
      queue.add(write('add', 'bad')),
      queue.add(write('add', 'c')),
      queue.add(write('delete', 'a')),
    ]);
    await finishAll(queue);
    expect((await done).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
  });
});
