import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { z } from 'zod';
import type { JobBackend } from './job-backend.ts';
import { defineJob, type JobDefinition, PermanentJobError } from './job-definition.ts';

/** A job store under test. Locks of silent workers end after a second. */
export interface JobBackendUnderTest {
  open(): JobBackend;
  /** Starts a worker in its own process that takes one job and never finishes it. */
  startHangingWorker(queue: string): Promise<HangingWorker>;
  /** Stops the store's server and starts it again with the same data. */
  restart?(whileDown: () => Promise<void>): Promise<void>;
  dispose(): Promise<void>;
}

export interface HangingWorker {
  /** Resolves when the worker has taken a job. */
  readonly hasJob: Promise<void>;
  /** Kills the process, as a crash would. */
  kill(): Promise<void>;
}

export const lockMs = 1_000;

type Data = { readonly value: number };

let queueCount = 0;
function newJob(properties: Partial<JobDefinition<Data>> = {}): JobDefinition<Data> {
  queueCount += 1;
  return defineJob({
    name: `test.${process.pid}.${queueCount}`,
    schema: z.object({ value: z.number() }),
    attempts: 3,
    backoffMs: 20,
    ...properties,
  });
}

const job = (id: string, value = 1) => ({ id, data: { value } });
const isEmpty = ({ waiting, active, delayed }: Record<string, number | undefined>) =>
  waiting === 0 && active === 0 && delayed === 0;

/**
 * The behaviour that every {@link JobBackend} must show.
 *
 * @param skipped Titles of cases that cannot be run, each with its reason.
 */
export function describeJobBackend(
  name: string,
  create: () => Promise<JobBackendUnderTest>,
  skipped: Readonly<Record<string, string>> = {},
): void {
  describe(name, () => {
    let underTest: JobBackendUnderTest;
    let backend: JobBackend;

    beforeEach(async () => {
      underTest = await create();
      backend = underTest.open();
    });

    afterEach(async () => {
      await backend.close();
      await underTest.dispose();
    });

    function behaviour(title: string, test: () => Promise<void>): void {
      const reason = skipped[title];
      if (reason === undefined) it(title, test);
      else it.skip(`${title} (${reason})`, test);
    }

    behaviour('gives waiting jobs to workers by their priority', async () => {
      const definition = newJob();
      const queue = backend.openQueue(definition);
      const waiting = [30, 10, 20].map((priority) => ({
        ...job(`p-${priority}`, priority),
        priority,
      }));
      await queue.publish([...waiting, job('first', 0)]);
      const done: number[] = [];
      await backend.startWorker(
        definition,
        async ({ value }) => {
          done.push(value);
        },
        { concurrency: 1 },
      );
      await eventually(() => done.length === 4);
      expect(done).toEqual([0, 10, 20, 30]);
    });

    behaviour('carries each job to a worker once, and forgets it then', async () => {
      const definition = newJob();
      const queue = backend.openQueue(definition);
      await queue.publish(Array.from({ length: 50 }, (_, value) => job(`job-${value}`, value)));
      expect(await queue.count()).toEqual({ waiting: 50, active: 0, delayed: 0 });
      const done: number[] = [];
      const work = async ({ value }: Data) => {
        done.push(value);
      };
      await backend.startWorker(definition, work, { concurrency: 4 });
      await backend.startWorker(definition, work, { concurrency: 4 });
      await eventually(async () => isEmpty({ ...(await queue.count()) }));
      expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at));
    });

    behaviour('adds a queued id once, and takes it again when it is done', async () => {
      const definition = newJob();
      const queue = backend.openQueue(definition);
      await queue.publish([job('same'), job('same', 2)]);
      await queue.publish([job('same', 3)]);
      expect(await queue.count()).toMatchObject({ waiting: 1 });
      const done: number[] = [];
      await backend.startWorker(
        definition,
        async ({ value }) => {
          done.push(value);
        },
        { concurrency: 1 },
      );
      await eventually(async () => isEmpty({ ...(await queue.count()) }) && done.length === 1);
      await queue.publish([job('same', 4)]);
      await eventually(() => done.length === 2);
      expect(done).toEqual([1, 4]);
    });

    behaviour('publishes by a schedule until it is removed', async () => {
      const definition = newJob();
      const queue = backend.openQueue(definition);
      const done: number[] = [];
      await backend.startWorker(
        definition,
        async ({ value }) => {
          done.push(value);
        },
        { concurrency: 1 },
      );
      // Six fields: every second, so that the test need not wait for a minute.
      const schedule = (value: number) =>
        queue.schedule('one', { cron: '* * * * * *', timeZone: 'Europe/Paris', data: { value } });
      await schedule(1);
      await schedule(1);
      expect(await queue.listSchedules()).toEqual(['one']);
      await eventually(() => done.includes(1));
      await schedule(2);
      await eventually(() => done.includes(2));
      await queue.schedule('one', undefined);
      expect(await queue.listSchedules()).toEqual([]);
      await eventually(async () => isEmpty({ ...(await queue.count()) }));
    });

    behaviour('starts no worker once it is closed', async () => {
      await backend.close();
      const started = backend.startWorker(newJob(), async () => {}, { concurrency: 1 });
      await expect(started).rejects.toThrow('aborted');
    });

    behaviour('hands the trace of the publisher to the worker', async () => {
      const definition = newJob();
      const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
      await backend
        .openQueue(definition)
        .publish([{ ...job('traced', 1), trace: { traceparent } }, job('untraced', 2)]);
      const seen = new Map<number, unknown>();
      await backend.startWorker(
        definition,
        async ({ value }, { trace }) => {
          seen.set(value, trace);
        },
        { concurrency: 1 },
      );
      await eventually(() => seen.size === 2);
      expect(Object.fromEntries(seen)).toEqual({ 1: { traceparent }, 2: {} });
    });

    behaviour('tries a failed job again, and says which try is the last', async () => {
      const definition = newJob();
      const queue = backend.openQueue(definition);
      const tries: Array<[number, boolean]> = [];
      await backend.startWorker(
        definition,
        async (_, { attempt, isLastAttempt }) => {
          tries.push([attempt, isLastAttempt]);
          if (attempt < 3) throw new Error('not yet');
        },
        { concurrency: 1 },
      );
      await queue.publish([job('one')]);
      await eventually(async () => tries.length === 3 && isEmpty({ ...(await queue.count()) }));
      expect(tries).toEqual([
        [1, false],
        [2, false],
        [3, true],
      ]);
    });

    behaviour('gives a job up after its last try, and takes its id again', async () => {
      const definition = newJob({ attempts: 2 });
      const queue = backend.openQueue(definition);
      let tries = 0;
      await backend.startWorker(
        definition,
        async () => {
          tries += 1;
          throw new Error('never');
        },
        { concurrency: 1 },
      );
      await queue.publish([job('one')]);
      await eventually(async () => tries === 2 && isEmpty({ ...(await queue.count()) }));
      await queue.publish([job('one')]);
      await eventually(() => tries === 4);
    });

    behaviour('does not repeat what another try cannot help', async () => {
      const definition = newJob();
      const queue = backend.openQueue(definition);
      const tries: number[] = [];
      await backend.startWorker(
        definition,
        async ({ value }) => {
          tries.push(value);
          if (value === 1) throw new PermanentJobError('no');
        },
        { concurrency: 1 },
      );
      await queue.publish([job('permanent'), { id: 'invalid', data: {} as Data }, job('good', 2)]);
      await eventually(async () => tries.includes(2) && isEmpty({ ...(await queue.count()) }));
      expect(tries).toEqual([1, 2]);
    });

    behaviour('runs as many jobs at the same time as the worker may', async () => {
      const definition = newJob();
      const queue = backend.openQueue(definition);
      let running = 0;
      let most = 0;
      let done = 0;
      const allIn = Promise.withResolvers<void>();
      await backend.startWorker(
        definition,
        async () => {
          running += 1;
          most = Math.max(most, running);
          if (running === 3) allIn.resolve();
          await allIn.promise;
          running -= 1;
          done += 1;
        },
        { concurrency: 3 },
      );
      await queue.publish(Array.from({ length: 9 }, (_, value) => job(`job-${value}`)));
      await eventually(() => done === 9);
      expect(most).toBe(3);
    });

    behaviour('tells running jobs that the worker stops, and waits for them', async () => {
      const definition = newJob();
      const started = Promise.withResolvers<void>();
      let ended = false;
      const second = underTest.open();
      await second.startWorker(
        definition,
        async (_, { signal }) => {
          started.resolve();
          await new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => resolve(), { once: true });
          });
          ended = true;
        },
        { concurrency: 1 },
      );
      await backend.openQueue(definition).publish([job('one')]);
      await started.promise;
      await second.close();
      expect(ended).toBe(true);
    });

    behaviour('gives the job of a killed worker to another one', async () => {
      const definition = newJob();
      const queue = backend.openQueue(definition);
      const victim = await underTest.startHangingWorker(definition.name);
      await queue.publish([job('one', 7)]);
      await victim.hasJob;
      await victim.kill();
      const taken = Promise.withResolvers<number>();
      await backend.startWorker(definition, async ({ value }) => taken.resolve(value), {
        concurrency: 1,
      });
      expect(await taken.promise).toBe(7);
      await eventually(async () => isEmpty({ ...(await queue.count()) }));
    });

    behaviour(
      'loses nothing when the store restarts, and refuses soon while it is away',
      async () => {
        const definition = newJob({ attempts: 10 });
        const queue = backend.openQueue(definition);
        const done = new Set<number>();
        await backend.startWorker(
          definition,
          async ({ value }) => {
            await delay(5);
            done.add(value);
          },
          { concurrency: 2 },
        );
        const publish = (from: number) =>
          queue.publish(Array.from({ length: 40 }, (_, at) => job(`job-${from + at}`, from + at)));
        await publish(0);
        await eventually(() => done.size > 5);
        await underTest.restart?.(async () => {
          const startedAt = performance.now();
          await expect(publish(40)).rejects.toThrow();
          expect(performance.now() - startedAt).toBeLessThan(5_000);
        });
        await eventually(() => publish(40).then(() => true));
        await eventually(() => done.size === 80, { timeoutMs: 30_000 });
      },
    );
  });
}
