import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runWith } from '../../test/run.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-cli-transfer-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('lectern admin export and import', () => {
  it('say in a sentence what is missing, and leave nothing behind', async () => {
    const environment = { LECTERN_HOME: join(folder, 'home') };
    const archive = join(folder, 'site.tar.zst');
    const [exported, imported, checked] = await Promise.all([
      runWith(environment, 'admin', 'export', archive),
      runWith(environment, 'admin', 'import', archive),
      runWith(environment, 'admin', 'restore', archive, '--check'),
    ]);
    expect(exported).toMatchObject({
      exitCode: 1,
      notes: `${environment.LECTERN_HOME} is not the home of a suite.\n`,
    });
    expect(imported.exitCode).toBe(1);
    expect(imported.notes).toContain('no such file');
    expect(checked.exitCode).toBe(1);
    expect(checked.notes).toContain('no such file');
    expect(await readdir(folder)).toEqual([]);
  });
});
