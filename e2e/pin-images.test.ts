import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const repository = fileURLToPath(new URL('..', import.meta.url));
const copied = [
  'scripts/pin-images.mjs',
  'scripts/repository.mjs',
  'docker-compose.yml',
  'Dockerfile',
];
const pinned = 'docker-compose.pinned.yml';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-images-'));
  await mkdir(join(folder, 'scripts'));
  await mkdir(join(folder, 'bin'));
  for (const name of copied) await copyFile(join(repository, name), join(folder, name));
});
afterEach(() => rm(folder, { recursive: true }));

/** Stands in for Docker: every image's digest is made of its name and `salt`. */
async function answer(salt: string, unknown = 'none'): Promise<void> {
  const docker = join(folder, 'bin/docker');
  await writeFile(
    docker,
    `#!/bin/sh
for image; do :; done
case $image in ${unknown}) echo 'not found' >&2; exit 1;; esac
printf '{"digest":"sha256:%s"}' "$(printf '%s' "$image ${salt}" | sha256sum | cut -c1-64)"
`,
  );
  await chmod(docker, 0o755);
}

function pin(...parameters: string[]) {
  return spawnSync(process.execPath, ['scripts/pin-images.mjs', ...parameters], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    timeout: 30_000,
  });
}

describe('npm run pin-images', () => {
  it('names every image of docker-compose.yml by its digest, and what ours are built on', async () => {
    await answer('1');
    expect(pin()).toMatchObject({ status: 0 });
    const compose = await readFile(join(folder, 'docker-compose.yml'), 'utf8');
    const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'));
    const names = [...services.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name);
    const images = [...services.matchAll(/^ {4}image: (\S+)$/gm)].map(([, image = '']) => image);
    const written = await readFile(join(folder, pinned), 'utf8');
    const digest = '[\\w./:-]+@sha256:[0-9a-f]{64}';
    for (const name of names) {
      expect(written).toMatch(
        new RegExp(
          `^  ${name}: \\{ (image: "${digest}"|build: \\{ args: \\{ NODE_IMAGE: "${digest}" \\} \\}) \\}$`,
          'm',
        ),
      );
    }
    for (const image of images.filter((name) => !name.startsWith('lectern/'))) {
      expect(written).toContain(`image: "${image}@sha256:`);
    }
    expect(names.length).toBeGreaterThan(15);
  });

  it('tells when a version has become another image', async () => {
    await answer('1');
    pin();
    expect(pin('--check')).toMatchObject({ status: 0 });
    await answer('2');
    expect(pin('--check')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('names other images'),
    });
  });

  it('writes nothing while an image cannot be found', async () => {
    await answer('1', 'redis:*');
    expect(pin()).toMatchObject({ status: 1, stderr: expect.stringContaining('not found') });
    await expect(readFile(join(folder, pinned))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
