import { execFile } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { openLogOutput } from './log-output.ts';
import { createLogger } from './logger.ts';

/** Creates a logger and collects the messages of each write. */
function startLog() {
  const writes: string[][] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const lines = String(chunk).trimEnd().split('\n');
      writes.push(lines.map((line) => JSON.parse(line).msg));
      done();
    },
  });
  const destination = openLogOutput(stream);
  return { logger: createLogger({ name: 'test', level: 'info', destination }), writes };
}

describe('the output of the log', () => {
  it('gets the lines of one moment at once, soon after', async () => {
    const { logger, writes } = startLog();
    for (const message of ['one', 'two', 'three']) logger.info(message);
    expect(writes).toEqual([]);
    await eventually(async () => writes.length > 0);
    expect(writes).toEqual([['one', 'two', 'three']]);
    logger.info('four');
    await eventually(async () => writes.length > 1);
    expect(writes[1]).toEqual(['four']);
  });

  it('gets a warning at once, after what was waiting', () => {
    const { logger, writes } = startLog();
    logger.info('one');
    logger.warn('two');
    logger.error('three');
    expect(writes).toEqual([['one', 'two'], ['three']]);
  });

  it('keeps no more waiting than it may', () => {
    const { logger, writes } = startLog();
    for (let count = 0; count < 8; count += 1) logger.info('x'.repeat(10_000));
    expect(writes).toHaveLength(1);
  });

  it('watches a stream once, whichever copy of the code was there before', () => {
    const stream = new Writable().on('error', () => {});
    openLogOutput(stream);
    openLogOutput(stream);
    expect(stream.listenerCount('error')).toBe(1);
  });

  it('gets the last lines of a process that ends', async () => {
    const logger = fileURLToPath(new URL('logger.ts', import.meta.url));
    const program = `
      import { createLogger } from ${JSON.stringify(logger)};
      createLogger({ name: 'test', level: 'info' }).info('the end');
      process.exit(0);`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      program,
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ msg: 'the end' });
  });
});
