import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const runProgram = promisify(execFile);

it.each([
  ['gives way', 0, 5],
  ['stays behind where it was started so', 10, 10],
])('%s', async (_, before, after) => {
  const module = JSON.stringify(new URL('./lower-priority.ts', import.meta.url).href);
  const program = `import { getPriority, setPriority } from 'node:os';
    import { lowerPriority } from ${module};
    setPriority(Math.max(getPriority(), ${before}));
    lowerPriority();
    console.log(getPriority());`;
  const { stdout } = await runProgram(process.execPath, ['--input-type=module', '-e', program]);
  expect(Number(stdout)).toBeGreaterThanOrEqual(after);
});
