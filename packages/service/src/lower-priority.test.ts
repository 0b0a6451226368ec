import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const runProgram = promisify(execFile);

it.each([
  ['gives way', 0, 5],
  ['gives way to processes that were started with a low priority too', 10, 15],
  ['stays at the lowest priority', 19, 19],
])('%s', async (_, before, after) => {
  const module = JSON.stringify(new URL('./lower-priority.ts', import.meta.url).href);
  const program = `import { readdirSync } from 'node:fs';
    import { getPriority, setPriority } from 'node:os';
    import { lowerPriority } from ${module};
    for (const id of readdirSync('/proc/self/task')) setPriority(Number(id), Math.max(getPriority(), ${before}));
    lowerPriority(5);
    const threads = readdirSync('/proc/self/task').map((id) => getPriority(Number(id)));
    console.log(Math.min(...threads));`;
  const { stdout } = await runProgram(process.execPath, ['--input-type=module', '-e', program]);
  expect(Number(stdout)).toBeGreaterThanOrEqual(after);
});
