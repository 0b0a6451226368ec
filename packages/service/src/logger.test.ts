import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const logger = fileURLToPath(new URL('logger.ts', import.meta.url));

/** Logs a line, and a last one with its end when the input closes. */
const program = `
  import { createLogger } from ${JSON.stringify(logger)};
  const logger = createLogger({ name: 'test', level: 'info' });
  logger.info('started');
  process.stdin.resume().once('end', () => {
    for (let count = 0; count < 100; count += 1) logger.fatal('nobody reads this');
    process.exit(7);
  });
`;

describe('createLogger', () => {
  it('lets a process end after the reader of its log is gone', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.stdout.destroy();
    await once(child.stdout, 'close');
    child.stdin.end();
    const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(20_000) });
    expect(code).toBe(7);
  });
});
