import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { NamedFile } from './api.ts';

const folder = new URL('../../packages/local/src/demo/files/', import.meta.url);

/** A PDF of this repository with several pages; on its second: the battery is replaced every eighteen months. */
export const manual = 'weather-station-manual.pdf';

/** A file of the demo, which every checkout has. */
export async function readCommittedFile(name: string): Promise<NamedFile> {
  return { name: basename(name), bytes: new Uint8Array(await readFile(new URL(name, folder))) };
}
