import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
/** A port that nothing can start on. */
const env = { ...process.env, LECTERN_PORT: 'none' };
const start = (argument: string) =>
  promisify(execFile)(process.execPath, [main, 'start', argument], { env });

describe('npm start with an argument', () => {
  it('tells how it is set up where it is asked', async () => {
    expect((await start('--help')).stdout).toContain('LECTERN_PORT');
  });

  it('starts nothing for one that it does not know', async () => {
    await expect(start('--port=9000')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--port=9000 is not known'),
    });
  });
});
