// `npm run pin-images`: asks the registries what the versions in docker-compose.yml and the Dockerfile
// are now, and writes them with their digests to docker-compose.pinned.yml. `-- --check` writes
// nothing: it fails where an image cannot be found, or its version has become another one.
// `-- --mirror URL` asks that in place of Docker Hub.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findDigest } from './registry.mjs';
import { repositoryFolder } from './repository.mjs';

const pinnedFile = 'docker-compose.pinned.yml';
const ownImages = 'lectern/';

const read = (name) => readFileSync(join(repositoryFolder, name), 'utf8');

/** Each service with its image by version; those that are built here with what they are built on. */
function listServices() {
  const [, base] = /^ARG NODE_IMAGE=(\S+)$/m.exec(read('Dockerfile'));
  const [, services = ''] = read('docker-compose.yml').split(/^services:$/m);
  const blocks = services.split(/^(?=\w)/m)[0].split(/^ {2}(?=[\w-]+:$)/m);
  return blocks.flatMap((block) => {
    const name = /^([\w-]+):$/m.exec(block)?.[1];
    const image = /^ {4}image: (\S+)$/m.exec(block)?.[1] ?? ownImages;
    if (!name || !block.startsWith(name)) return [];
    return image.startsWith(ownImages)
      ? [{ name, image: base, isBuilt: true }]
      : [{ name, image, isBuilt: false }];
  });
}

/** Asks the registries once for the digest of each image. */
async function findDigests(services, mirror) {
  const digests = new Map();
  for (const { image } of services) {
    if (digests.has(image)) continue;
    const digest = await findDigest(image, mirror);
    console.log(`${image}@${digest}`);
    digests.set(image, digest);
  }
  return digests;
}

/** Finds recorded digests that are wrong. */
async function findFaults(digests, mirror) {
  const written = read(pinnedFile).matchAll(/"([^\s"@]+)@([^\s"]+)"/g);
  const pinned = new Map([...written].map(([, image, digest]) => [image, digest]));
  const faults = [];
  for (const [image, digest] of digests) {
    const was = pinned.get(image);
    if (!was) faults.push(`${image} has no digest`);
    else if (was !== digest) {
      faults.push(`${image} has become another image`);
      await findDigest(`${image}@${was}`, mirror).catch(({ message }) => faults.push(message));
    }
  }
  return faults;
}

function writePinned(services, digests) {
  const lines = services.map(({ name, image, isBuilt }) => {
    const pinned = `"${image}@${digests.get(image)}"`;
    return isBuilt
      ? `  ${name}: { build: { args: { NODE_IMAGE: ${pinned} } } }`
      : `  ${name}: { image: ${pinned} }`;
  });
  const head = [
    '# Written by `npm run pin-images`. The images that are not built here, by version and digest:',
    `# COMPOSE_FILE=docker-compose.yml:${pinnedFile}`,
  ];
  const text = [...head, 'services:', ...lines, ''].join('\n');
  writeFileSync(join(repositoryFolder, pinnedFile), text);
}

async function pinImages({ check, mirror }) {
  const services = listServices();
  const digests = await findDigests(services, mirror);
  if (check) {
    const faults = await findFaults(digests, mirror);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    console.log('Every image is found, and none has changed.');
    return;
  }
  writePinned(services, digests);
  console.log(`${digests.size} images are pinned in ${pinnedFile}.`);
}

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, mirror: { type: 'string' } },
});
await pinImages(values).catch(({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
