import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@lectern/contracts';
import fc from 'fast-check';
import { parseFilePath } from '../tools/files/file-path.ts';
import type { Files } from './files.ts';
import { createFolderFiles } from './folder-files.ts';

const secret = 'the secret of somebody else';
/** Files in the folders that no path may reach. */
const untouched = ['only-outside.txt', 'secret.txt'];
const page = { after: undefined, limit: 100 };

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof AppError ? error.code : `no error of ours: ${error}`;
}

const ways = process.platform === 'linux' ? [true, false] : [false];

describe.each(ways)('folder files, by descriptor: %s', (byDescriptor) => {
  let base: string;
  let root: string;
  let files: Files;
  const own = (...names: string[]) => join(root, 'acme', ...names);

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'lectern-files-'));
    root = join(base, 'root');
    await mkdir(own('notes'), { recursive: true });
    await mkdir(join(root, 'other'));
    await mkdir(join(base, 'outside'));
    await writeFile(join(base, 'outside', 'secret.txt'), secret);
    await writeFile(join(root, 'other', 'secret.txt'), secret);
    await writeFile(join(base, 'outside', 'only-outside.txt'), secret);
    await writeFile(join(root, 'other', 'only-outside.txt'), secret);
    await writeFile(own('notes', 'plan.md'), 'A plan. 😀');
    await symlink(join(base, 'outside'), own('way-out'));
    await symlink('../../outside/secret.txt', own('link.txt'));
    await symlink('../other', own('neighbour'));
    files = createFolderFiles({ root, maxBytes: 1_000, byDescriptor });
  });
  afterEach(() => rm(base, { recursive: true }));

  it('reads, lists and writes in the folder of the organisation', async () => {
    expect(await files.readText('acme', ['notes', 'plan.md'])).toMatchObject({
      text: 'A plan. 😀',
      size: 12,
    });
    await files.writeText('acme', ['notes', 'deep', 'new.txt'], { text: 'Neu', overwrite: false });
    expect(await readFile(own('notes', 'deep', 'new.txt'), 'utf8')).toBe('Neu');
    const { entries } = await files.list('acme', ['notes'], page);
    expect(entries.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['deep', 'directory', null],
      ['plan.md', 'file', 12],
    ]);
  });

  it('makes the folder of an organisation when it writes first', async () => {
    expect(await files.list('new-one', [], page)).toEqual({ entries: [], hasMore: false });
    await files.writeText('new-one', ['a.txt'], { text: 'a', overwrite: false });
    expect(await readdir(join(root, 'new-one'))).toEqual(['a.txt']);
    expect(await codeOf(files.list('../outside', [], page))).toBe('forbidden');
  });

  it('never overwrites unless asked, and leaves nothing behind', async () => {
    const write = (overwrite: boolean) =>
      files.writeText('acme', ['notes', 'plan.md'], { text: 'New.', overwrite });
    expect(await codeOf(write(false))).toBe('file_exists');
    expect(await readFile(own('notes', 'plan.md'), 'utf8')).toBe('A plan. 😀');
    await write(true);
    expect(await readFile(own('notes', 'plan.md'), 'utf8')).toBe('New.');
    expect(await codeOf(files.writeText('acme', ['notes'], { text: 'x', overwrite: true }))).toBe(
      'file_exists',
    );
    expect(await readdir(own('notes'))).toEqual(['plan.md']);
    expect((await readdir(own())).toSorted()).toEqual([
      'link.txt',
      'neighbour',
      'notes',
      'way-out',
    ]);
  });

  it('keeps to its limits', async () => {
    await writeFile(own('big.txt'), 'x'.repeat(1_001));
    expect(await codeOf(files.readText('acme', ['big.txt']))).toBe('too_large');
    const big = files.writeText('acme', ['b.txt'], { text: 'ü'.repeat(501), overwrite: false });
    expect(await codeOf(big)).toBe('too_large');
    await writeFile(own('exact.txt'), 'x'.repeat(1_000));
    expect(await files.readText('acme', ['exact.txt'])).toMatchObject({ size: 1_000 });
    await writeFile(own('bytes.bin'), Buffer.from([0xff, 0xfe, 0x00]));
    expect(await codeOf(files.readText('acme', ['bytes.bin']))).toBe('unsupported_media_type');
    expect(await codeOf(files.readText('acme', ['notes']))).toBe('not_found');
    expect(await codeOf(files.readText('acme', []))).toBe('not_found');
    expect(await codeOf(files.list('acme', ['exact.txt'], page))).toBe('not_found');
  });

  it('lists page by page', async () => {
    for (const name of ['c', 'a', 'b']) await writeFile(own('notes', name), '');
    const first = await files.list('acme', ['notes'], { after: undefined, limit: 2 });
    expect(first).toMatchObject({ entries: [{ name: 'a' }, { name: 'b' }], hasMore: true });
    const second = await files.list('acme', ['notes'], { after: 'b', limit: 2 });
    expect(second).toMatchObject({ entries: [{ name: 'c' }, { name: 'plan.md' }], hasMore: false });
  });

  it('follows no link, and lists none', async () => {
    const { entries } = await files.list('acme', [], page);
    expect(entries.map(({ name }) => name)).toEqual(['notes']);
    for (const path of [['link.txt'], ['way-out', 'secret.txt'], ['neighbour', 'secret.txt']]) {
      expect(await codeOf(files.readText('acme', path))).toBe('not_found');
    }
    expect(await codeOf(files.list('acme', ['way-out'], page))).toBe('not_found');
    const write = (path: string[], overwrite: boolean) =>
      files.writeText('acme', path, { text: 'changed', overwrite });
    expect(await codeOf(write(['way-out', 'new.txt'], true))).toBe('not_found');
    expect(await codeOf(write(['link.txt'], false))).toBe('file_exists');
    await write(['link.txt'], true);
    expect(await readFile(join(base, 'outside', 'secret.txt'), 'utf8')).toBe(secret);
    expect((await readdir(join(base, 'outside'))).toSorted()).toEqual(untouched);
    expect(await readFile(own('link.txt'), 'utf8')).toBe('changed');
  });

  it('stays inside while a folder is swapped for a link again and again', async () => {
    await mkdir(own('swapped'));
    await writeFile(own('swapped', 'secret.txt'), 'own');
    let swapping = true;
    const swap = async () => {
      for (let turn = 0; swapping; turn += 1) {
        await rename(own('swapped'), own(`aside-${turn}`)).catch(() => undefined);
        await symlink(join(base, 'outside'), own('swapped')).catch(() => undefined);
        await unlink(own('swapped')).catch(() => undefined);
        await mkdir(own('swapped')).catch(() => undefined);
        await writeFile(own('swapped', 'secret.txt'), 'own');
      }
    };
    const swapped = swap();
    const seen = new Set<string>();
    for (let round = 0; round < 300; round += 1) {
      const text = files.readText('acme', ['swapped', 'secret.txt']).then((found) => found.text);
      seen.add(await text.catch((error: AppError) => error.code));
      if (!byDescriptor || round % 10 > 0) continue;
      const write = files.writeText('acme', ['swapped', `${round}.txt`], {
        text: 'x',
        overwrite: true,
      });
      await write.catch(() => undefined);
    }
    swapping = false;
    await swapped;
    expect(
      [...seen].filter((text) => text !== 'own' && text !== '' && text !== 'not_found'),
    ).toEqual([]);
    expect((await readdir(join(base, 'outside'))).toSorted()).toEqual(untouched);
  });

  it('reads and changes nothing outside, whatever the path', async () => {
    const fragments = fc.constantFrom(
      ...['..', '.', '', '/', '//', '\\', '\0', '~', '%2e%2e', '..%2f', '．．', 'C:', '...'],
      ...['way-out', 'link.txt', 'neighbour', 'notes', 'plan.md', 'secret.txt', 'outside', 'other'],
      ...['proc', 'self', 'root', '\u202e', '\n', ' ', '..\u0000'],
    );
    const pieces = fc.array(fc.oneof({ weight: 5, arbitrary: fragments }, fc.string()), {
      maxLength: 8,
    });
    const paths = fc
      .tuple(pieces, fc.constantFrom('/', '', '\\', '/../', '/./'))
      .map(([parts, separator]) => parts.join(separator));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(paths, fc.constant(join(base, 'outside/secret.txt'))),
        async (text) => {
          const names = await Promise.resolve(text)
            .then(parseFilePath)
            .catch(() => undefined);
          if (!names) return;
          const found = await files.readText('acme', names).catch(() => undefined);
          expect(found?.text ?? '').not.toContain(secret);
          const listed = await files.list('acme', names, page).catch(() => undefined);
          expect(listed?.entries.map(({ name }) => name) ?? []).not.toContain('only-outside.txt');
          await files
            .writeText('acme', names, { text: 'changed', overwrite: true })
            .catch(() => undefined);
        },
      ),
      { numRuns: 300 },
    );
    expect((await readdir(join(base, 'outside'))).toSorted()).toEqual(untouched);
    expect((await readdir(join(root, 'other'))).toSorted()).toEqual(untouched);
    expect(await readFile(join(base, 'outside', 'secret.txt'), 'utf8')).toBe(secret);
    expect(await readFile(join(root, 'other', 'secret.txt'), 'utf8')).toBe(secret);
    expect((await readdir(root)).toSorted()).toEqual(['acme', 'other']);
    expect((await readdir(base)).toSorted()).toEqual(['outside', 'root']);
  });
});
