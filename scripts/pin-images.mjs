// `npm run pin-images`: writes docker-compose.pinned.yml, which names the images of docker-compose.yml
// and the one that ours are built on by the digests that the registries give for them now. `-- --check`
// writes nothing: it fails where an image cannot be found, or is another one than that file names.
// Needs Docker with Buildx; nothing is pulled.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryFolder } from './repository.mjs';

const pinnedFile = 'docker-compose.pinned.yml';
const ownImages = 'lectern/';
const inspectMs = 60_000;

const read = (name) => readFileSync(join(repositoryFolder, name), 'utf8');

/** Each service of the file with its image; those without one of their own are built like others. */
function listServices(compose) {
  const [, services = ''] = compose.split(/^services:$/m);
  const blocks = services.split(/^(?=\w)/m)[0].split(/^ {2}(?=[\w-]+:$)/m);
  return blocks.flatMap((block) => {
    const name = /^([\w-]+):$/m.exec(block)?.[1];
    const image = /^ {4}image: (\S+)$/m.exec(block)?.[1];
    return name && block.startsWith(name) ? [{ name, image: image ?? ownImages }] : [];
  });
}

function findDigest(image) {
  const { error, status, stdout, stderr } = spawnSync(
    'docker',
    ['buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', image],
    { encoding: 'utf8', timeout: inspectMs },
  );
  if (error || status !== 0) throw new Error(`${image}: ${error?.message ?? stderr.trim()}`);
  const { digest } = JSON.parse(stdout);
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${image}: no digest in ${stdout}`);
  return `${image}@${digest}`;
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(read('Dockerfile'))?.[1];
if (!base) throw new Error('Dockerfile names no NODE_IMAGE');
const services = listServices(read('docker-compose.yml'));
const outside = services.filter(({ image }) => !image.startsWith(ownImages));
const digests = new Map();
for (const image of new Set([base, ...outside.map(({ image }) => image)])) {
  digests.set(image, findDigest(image));
  console.log(digests.get(image));
}
const lines = services.map(({ name, image }) => {
  const pinned = digests.get(image);
  return pinned
    ? `  ${name}: { image: "${pinned}" }`
    : `  ${name}: { build: { args: { NODE_IMAGE: "${digests.get(base)}" } } }`;
});
const content = ['# Written by `npm run pin-images`.', 'services:', ...lines, ''].join('\n');
if (values.check) {
  const isOther = existsSync(join(repositoryFolder, pinnedFile)) && read(pinnedFile) !== content;
  console.log(isOther ? `${pinnedFile} names other images.` : 'Every image is found.');
  process.exitCode = isOther ? 1 : 0;
} else {
  writeFileSync(join(repositoryFolder, pinnedFile), content);
  console.log(`${pinnedFile} pins ${digests.size} images.`);
}
