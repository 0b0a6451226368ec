import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { digestOf, type FakeRegistry, listOf, startFakeRegistry } from './fake-registry.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const compose = 'docker-compose.yml';
const pinned = 'docker-compose.pinned.yml';
const scripts = ['pin-images.mjs', 'registry.mjs', 'repository.mjs'];
const copied = [...scripts.map((name) => `scripts/${name}`), compose, pinned, 'Dockerfile'];
/** No two who look after them name the same digest, so far as could be found. */
const withoutDigest = [
  'apache/tika',
  'semitechnologies/weaviate',
  'otel/opentelemetry-collector',
  'grafana/tempo',
];

let folder: string;
let registry: FakeRegistry;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-images-'));
  await mkdir(join(folder, 'scripts'));
  for (const name of copied) await copyFile(join(repository, name), join(folder, name));
  registry = await startFakeRegistry();
});
afterEach(async () => {
  await registry[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const read = (name: string) => readFile(join(folder, name), 'utf8');

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const pin = (...parameters: string[]) =>
  new Promise<Ended>((resolve) => {
    const command = ['scripts/pin-images.mjs', '--mirror', registry.url, ...parameters];
    const options = { cwd: folder, timeout: 30_000 };
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

/** Each service with the image that it gets, or is built on, where docker-compose.pinned.yml counts. */
async function listPinned(): Promise<readonly (readonly [service: string, image: string])[]> {
  const line =
    /^ {2}([\w-]+): \{ (?:image: "(\S+)"|build: \{ args: \{ NODE_IMAGE: "(\S+)" \} \}) \}$/gm;
  return [...(await read(pinned)).matchAll(line)].map(
    ([, service = '', image, base]) => [service, image ?? base ?? ''] as const,
  );
}

/** The images that are not made here, as docker-compose.yml and the Dockerfile name them. */
async function listVersions(): Promise<ReadonlySet<string>> {
  const named = [
    ...(await read(compose)).matchAll(/^ {4}image: (?!lectern\/)(\S+)$/gm),
    ...(await read('Dockerfile')).matchAll(/^ARG NODE_IMAGE=(\S+)$/gm),
  ];
  return new Set(named.map(([, image = '']) => image));
}

const versionOf = (image: string) => image.replace(/@.*$/, '');

describe('npm run pin-images', () => {
  it('names every image by the digest of its list of platforms', async () => {
    const before = await listPinned();
    expect(await pin()).toMatchObject({ status: 0, stderr: '' });
    expect(await listPinned()).toEqual(
      before.map(([service, image]) => {
        const name = versionOf(image);
        const path = name.includes('/') ? name : `library/${name}`;
        return [service, `${name}@${digestOf(listOf(`${path} 1`))}`];
      }),
    );
    expect(await pin('--check')).toMatchObject({ status: 0 });
  });

  it('tells when a version has become another image, and when the digest is gone', async () => {
    await pin();
    registry.rebuild();
    expect(await pin('--check')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^redis:7 has become another image$/m),
    });
    const digest = digestOf(listOf('library/redis:7 1'));
    registry.manifests.set(`library/redis ${digest}`, { status: 404, body: '{}' });
    expect(await pin('--check')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`redis:7@${digest}: not found`),
    });
    expect(await pin()).toMatchObject({ status: 0 });
    expect(await pin('--check')).toMatchObject({ status: 0 });
  });

  it.each([
    ['cannot be found', { status: 404 }, 'redis:7: not found'],
    ['is there for one platform', { body: listOf('x', ['amd64']) }, 'not there for linux/arm64'],
    ['is no list', { body: '{"layers":[]}' }, 'is of one platform'],
    ['is no JSON', { body: '<html>' }, 'redis:7: '],
    ['has other bytes than its digest', { digest: digestOf('other') }, 'its bytes are sha256:'],
    ['is more than a manifest', { body: ' '.repeat(5 * 1024 * 1024) }, 'its manifest is over'],
    ['is kept from us', { status: 500 }, 'redis:7: the registry answers 500'],
  ])('writes nothing where an image %s', async (_, manifest, reason) => {
    const before = await Promise.all(copied.map(read));
    registry.manifests.set('library/redis', manifest);
    expect(await pin()).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
    expect(await Promise.all(copied.map(read))).toEqual(before);
  });

  it('says so where a registry wants a password or does not answer', async () => {
    registry.wantsPassword = true;
    expect(await pin()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^node:24\S+: the registry asks for a password$/m),
    });
    await registry[Symbol.asyncDispose]();
    expect(await pin()).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^node:24\S+: connect ECONNREFUSED/m),
    });
    registry = await startFakeRegistry();
  });
});

describe('the images of this repository', () => {
  it('have a line for each service, with the version that docker-compose.yml names', async () => {
    const text = await read(compose);
    const services = text.slice(text.indexOf('\nservices:'), text.indexOf('\nnetworks:'));
    const names = [...services.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(15);
    const images = await listPinned();
    expect(images.map(([service]) => service)).toEqual(names);
    expect(new Set(images.map(([, image]) => versionOf(image)))).toEqual(await listVersions());
  });

  it('are named by digest, but for those that SECURITY.md names', async () => {
    const images = [...new Set((await listPinned()).map(([, image]) => image))];
    const open = images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image));
    expect(open.map((image) => image.split(':')[0])).toEqual(withoutDigest);
    const security = await readFile(join(repository, 'SECURITY.md'), 'utf8');
    for (const name of withoutDigest) expect(security).toContain(`\`${name}\``);
  });
});
