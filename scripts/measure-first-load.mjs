import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Maximum compressed bytes of script for the start page, with all texts of one language. */
export const maxFirstLoadBytes = 256_000;

/** Modules that the browser loads for the start page of a signed-in person. */
const firstLoad = [
  'index.html',
  'src/i18n/en/index.ts',
  'src/app/shell.tsx',
  'src/chat/chat-page.tsx',
];

/** Returns the bytes of script by the manifest of the build, each file compressed by itself. */
export function measureFirstLoad(builtFolder) {
  const manifest = JSON.parse(readFileSync(join(builtFolder, 'manifest.json'), 'utf8'));
  const files = new Set();
  const collect = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(collect);
  };
  firstLoad.forEach(collect);
  return [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(builtFolder, file))).length,
    0,
  );
}
