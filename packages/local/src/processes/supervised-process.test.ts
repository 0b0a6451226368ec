import { describe, expect, it } from '@jest/globals';
import type { Runnable, UnexpectedExit } from './runnable.ts';
import { SupervisedProcess } from './supervised-process.ts';

/** Starts as often as it is told to, and crashes on demand. */
class FakeProcess implements Runnable {
  readonly starts: number[] = [];
  failuresLeft = 0;
  pid: number | undefined;
  #onUnexpectedExit: ((exit: UnexpectedExit) => void) | undefined;

  async start(): Promise<void> {
    this.starts.push(Date.now());
    if (this.failuresLeft > 0) {
      this.failuresLeft -= 1;
      throw new Error('rag ended while starting');
    }
    this.pid = this.starts.length;
  }

  async stop(): Promise<void> {
    this.pid = undefined;
  }

  onUnexpectedExit(listener: (exit: UnexpectedExit) => void): void {
    this.#onUnexpectedExit = listener;
  }

  crash(): void {
    this.pid = undefined;
    this.#onUnexpectedExit?.({ code: 1, signal: null });
  }
}

function supervise(fake: FakeProcess, reports: string[] = []): SupervisedProcess {
  return new SupervisedProcess(fake, {
    name: 'rag',
    report: (sentence) => reports.push(sentence),
    firstDelayMs: 5,
    maxDelayMs: 40,
    maxFailures: 4,
  });
}

describe('SupervisedProcess', () => {
  it('waits longer after each failure, and reports when it is back', async () => {
    const fake = new FakeProcess();
    const reports: string[] = [];
    const supervised = supervise(fake, reports);
    await supervised.start();
    fake.failuresLeft = 2;
    fake.crash();
    await supervised.whenRunning();

    const [, first = 0, second = 0, third = 0] = fake.starts;
    expect(second - first).toBeGreaterThanOrEqual(9);
    expect(third - second).toBeGreaterThanOrEqual(19);
    expect(reports.at(-1)).toBe('rag is back.');
  });

  it('gives up after its last try, and says so', async () => {
    const fake = new FakeProcess();
    const reports: string[] = [];
    const supervised = supervise(fake, reports);
    await supervised.start();
    fake.failuresLeft = 100;
    fake.crash();
    await expect(supervised.whenRunning()).rejects.toThrow('rag stays down');
    expect(fake.starts).toHaveLength(5);
    expect(reports.at(-1)).toBe('rag ended 4 times in a row and stays down.');
  });

  it('can be started by hand after it was given up', async () => {
    const fake = new FakeProcess();
    const supervised = supervise(fake);
    await supervised.start();
    fake.failuresLeft = 4;
    fake.crash();
    await expect(supervised.whenRunning()).rejects.toThrow();
    await supervised.start();
    expect(supervised.pid).toBeDefined();
  });

  it('does not come back when it was stopped in between', async () => {
    const fake = new FakeProcess();
    const supervised = supervise(fake);
    await supervised.start();
    fake.crash();
    await supervised.stop();
    expect(supervised.pid).toBeUndefined();
    expect(fake.starts).toHaveLength(1);
  });

  it('throws what a first start throws, without another try', async () => {
    const fake = new FakeProcess();
    fake.failuresLeft = 1;
    await expect(supervise(fake).start()).rejects.toThrow('rag ended while starting');
    expect(fake.starts).toHaveLength(1);
  });
});
