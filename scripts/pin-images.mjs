// `npm run pin-images`: asks the registries what the versions in docker-compose.yml and the Dockerfile
// are now, and writes their digests there. `-- --check` writes nothing: it fails where an image cannot
// be found, or its version has become another one. `-- --mirror URL` asks that in place of Docker Hub.
// docker-compose.versions.yml takes the digests away again, for who has other copies of the images.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findDigest } from './registry.mjs';
import { repositoryFolder } from './repository.mjs';

const versionsFile = 'docker-compose.versions.yml';
const ownImages = 'lectern/';
/** Where images are named: each name with its version, and its digest where it has one. */
const places = {
  Dockerfile: /(?<=^ARG NODE_IMAGE=)([^\s@]+)(?:@(\S+))?$/gm,
  'docker-compose.yml': /(?<=^ {4}image: )(?!lectern\/)([^\s@]+)(?:@(\S+))?$/gm,
};

const read = (name) => readFileSync(join(repositoryFolder, name), 'utf8');
const write = (name, text) => writeFileSync(join(repositoryFolder, name), text);

/** What images are named, and what the registries give for them; each is asked once. */
async function findImages(mirror) {
  const named = Object.entries(places).flatMap(([file, pattern]) => [
    ...read(file).matchAll(pattern),
  ]);
  const images = new Map();
  for (const [, image, pinned] of named) {
    const digest = images.get(image)?.digest ?? (await findDigest(image, mirror));
    console.log(`${image}@${digest}`);
    images.set(image, { pinned, digest });
  }
  return images;
}

/** What does not hold of the digests that are written down. */
async function findFaults(images, mirror) {
  const faults = [];
  for (const [image, { pinned, digest }] of images) {
    if (!pinned) faults.push(`${image} has no digest`);
    else if (pinned !== digest) {
      faults.push(`${image} has become another image`);
      const asPinned = `${image}@${pinned}`;
      await findDigest(asPinned, mirror).catch(({ message }) => faults.push(message));
    }
  }
  return faults;
}

/** Each service with its image; those without one of their own are built like others. */
function listServices() {
  const [, services = ''] = read('docker-compose.yml').split(/^services:$/m);
  const blocks = services.split(/^(?=\w)/m)[0].split(/^ {2}(?=[\w-]+:$)/m);
  return blocks.flatMap((block) => {
    const name = /^([\w-]+):$/m.exec(block)?.[1];
    const image = /^ {4}image: ([^\s@]+)/m.exec(block)?.[1];
    return name && block.startsWith(name) ? [{ name, image: image ?? ownImages }] : [];
  });
}

function writeVersions() {
  const [[, base]] = read('Dockerfile').matchAll(places.Dockerfile);
  const lines = listServices().map(({ name, image }) =>
    image.startsWith(ownImages)
      ? `  ${name}: { build: { args: { NODE_IMAGE: "${base}" } } }`
      : `  ${name}: { image: "${image}" }`,
  );
  const head = [
    '# Written by `npm run pin-images`. Images by version, whatever their digest:',
    '# COMPOSE_FILE=docker-compose.yml:docker-compose.versions.yml',
  ];
  write(versionsFile, [...head, 'services:', ...lines, ''].join('\n'));
}

async function pinImages({ check, mirror }) {
  const images = await findImages(mirror);
  if (check) {
    const faults = await findFaults(images, mirror);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    console.log('Every image is found, and none has changed.');
    return;
  }
  for (const [file, pattern] of Object.entries(places)) {
    const pin = (_, image) => `${image}@${images.get(image).digest}`;
    write(file, read(file).replace(pattern, pin));
  }
  writeVersions();
  console.log(`${images.size} images are pinned.`);
}

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, mirror: { type: 'string' } },
});
await pinImages(values).catch(({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
