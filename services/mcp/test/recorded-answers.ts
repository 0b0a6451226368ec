import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dataFolder =
  process.env.LECTERN_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const folder = join(dataFolder, 'bio');

/** Reason to skip tests over recorded answers; undefined to run them. */
export const missingRecordings = existsSync(folder)
  ? undefined
  : `${folder} is not there; LECTERN_DATA names another folder`;

/** Names of all recorded files below `bio`, with their folders. */
export function listRecordings(): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'SOURCE.txt')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

export function readRecording(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
