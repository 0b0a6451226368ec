import { setTimeout as delay } from 'node:timers/promises';
import { findFreePorts, portCount, type Suite, startSuite } from '@lectern/local';
import { Report } from '../suite/report.ts';

const rebuildTimeoutMs = 120_000;
const pollMs = 500;

/** Runs a suite on a home for as long as `use` runs. */
export async function withSuite<Result>(
  home: string,
  use: (suite: Suite) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const suite = await startSuite({
    home,
    port: await findFreePorts(portCount),
    env: { ...process.env, ...settings },
  });
  try {
    return await use(suite);
  } finally {
    await suite.stop();
  }
}

/** Repeats an attempt until the index is complete again. */
export async function onceRebuilt<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + rebuildTimeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(pollMs);
    }
  }
}

/** Runs a check as a program; writes its report to `LECTERN_REPORT` and sets the exit code. */
export async function runCheck(
  name: string,
  check: (report: Report) => Promise<void>,
): Promise<void> {
  const report = new Report();
  await report.try('the run came to its end', () => check(report));
  console.log(`${name}: ${report.count('passed')} passed, ${report.count('failed')} failed`);
  process.exitCode = report.hasFailures ? 1 : 0;
  if (process.connected) process.disconnect();
}
