import { appendFile } from 'node:fs/promises';

export interface Check {
  readonly name: string;
  readonly status: 'passed' | 'failed';
  readonly reason?: string;
}

/** Prints the problems, writes a JSON line for each check, and returns the exit code. */
export async function reportChecks(
  checks: readonly Check[],
  reportFile: string | undefined,
): Promise<number> {
  const failed = checks.filter(({ status }) => status === 'failed');
  for (const { name, reason } of failed) console.error(`WRONG: ${name}: ${reason}`);
  if (reportFile) {
    await appendFile(reportFile, checks.map((check) => `${JSON.stringify(check)}\n`).join(''));
  }
  return failed.length === 0 ? 0 : 1;
}

/** Runs the work and prints its duration. */
export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`${what} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
