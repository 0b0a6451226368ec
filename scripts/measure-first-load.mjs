import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What the start page may fetch of script before it is whole, compressed. */
export const maxFirstLoadBytes = 250_000;

/** What the browser fetches for the start page of somebody who is signed in. */
const firstLoad = ['index.html', 'src/app/shell.tsx', 'src/chat/chat-page.tsx'];

/** Bytes of script, each file compressed by itself, by the manifest of the build. */
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
