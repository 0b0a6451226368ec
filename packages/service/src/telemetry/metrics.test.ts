import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { createMetrics } from './metrics.ts';

const hasProc = existsSync('/proc/self/stat');
const burn = 'const end = process.cpuUsage().user + 4e5; while (process.cpuUsage().user < end);';

(hasProc ? it : it.skip)(
  'counts the processor time of child processes, alive and ended',
  async () => {
    const metrics = createMetrics('test');
    const read = async () => {
      const found = /^lectern_child_processes_cpu_seconds_total\{service="test"\} (\S+)$/m.exec(
        await metrics.expose(),
      );
      return Number(found?.[1]);
    };
    const before = await read();
    const child = spawn(process.execPath, [
      '-e',
      `${burn} process.stdout.write('burnt'); process.stdin.resume();`,
    ]);
    await once(child.stdout, 'data');
    const alive = await read();
    expect(alive - before).toBeGreaterThanOrEqual(0.39);
    child.stdin.end();
    await once(child, 'exit');
    expect(await read()).toBeGreaterThanOrEqual(alive);
  },
);
