import { setTimeout as delay } from 'node:timers/promises';
import { findFreePorts, portCount, type Suite, startSuite } from '@lectern/local';
import { Report } from '../suite/report.ts';

/** To fill an index again. */
const rebuildTimeoutMs = 120_000;
const pollMs = 500;

/** A suite over a home, for as long as `use` runs. */
export async function withSuite<Result>(
  home: string,
  use: (suite: Suite) => Promise<Result>,
): Promise<Result> {
  const suite = await startSuite({ home, port: await findFreePorts(portCount) });
  try {
    return await use(suite);
  } finally {
    await suite.stop();
  }
}

/** What an attempt gives once the index is full again. */
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

/** Runs a check as a program: its report is written where that is asked for, its exit code says how it went. */
export async function runCheck(
  name: string,
  check: (report: Report) => Promise<void>,
): Promise<void> {
  const report = new Report();
  await report.try('the run came to its end', () => check(report));
  if (process.env.LECTERN_REPORT) report.write(process.env.LECTERN_REPORT);
  console.log(`${name}: ${report.count('passed')} passed, ${report.count('failed')} failed`);
  process.exitCode = report.hasFailures ? 1 : 0;
  if (process.connected) process.disconnect();
}
