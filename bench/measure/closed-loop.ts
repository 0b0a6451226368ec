export interface LoopOptions {
  /** Operations at once; each starts when one ends. */
  readonly concurrency: number;
  /** Operations at most. */
  readonly count: number;
  /** No operation starts after this. */
  readonly maxMs: number;
}

export interface LoopOutcome {
  /** Latencies of successful operations, in the order of their end. */
  readonly latenciesMs: readonly number[];
  readonly errors: number;
  readonly firstError: string | undefined;
  readonly elapsedMs: number;
}

/** Runs an operation again and again, a fixed number at once. */
export async function runClosedLoop(
  operate: (index: number) => Promise<void>,
  { concurrency, count, maxMs }: LoopOptions,
): Promise<LoopOutcome> {
  const latenciesMs: number[] = [];
  let errors = 0;
  let firstError: string | undefined;
  let next = 0;
  const started = performance.now();
  const work = async () => {
    while (next < count && performance.now() - started < maxMs) {
      const index = next;
      next += 1;
      const begin = performance.now();
      try {
        await operate(index);
        latenciesMs.push(performance.now() - begin);
      } catch (error) {
        errors += 1;
        firstError ??= String(error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { latenciesMs, errors, firstError, elapsedMs: performance.now() - started };
}
