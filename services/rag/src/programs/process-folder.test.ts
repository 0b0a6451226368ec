import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pid } from 'node:process';
import { expect, it } from '@jest/globals';
import { makeProcessFolder } from './process-folder.ts';

it('removes the folders of services that run no more', () => {
  const place = mkdtempSync(join(tmpdir(), 'parser-folders-'));
  // No process has so high an id.
  const leftover = join(place, 'lectern-parser-2147483646-a');
  const inUse = join(place, `lectern-parser-${pid}-a`);
  for (const folder of [leftover, inUse]) mkdirSync(folder);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = place;
  try {
    makeProcessFolder('parser');
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  expect([existsSync(leftover), existsSync(inUse)]).toEqual([false, true]);
  rmSync(place, { recursive: true });
});
