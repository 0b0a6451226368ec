import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface BlobProblems {
  /** Blobs that a row names and that are not there, or whose bytes are not what their name says. */
  readonly lost: readonly string[];
  /** Blobs that no row names. They may be younger than the grace in which their row would come. */
  readonly unnamed: readonly string[];
}

/** Compares a folder of blobs with the names that the database has. */
export async function findBlobProblems(
  folder: string,
  named: readonly string[],
): Promise<BlobProblems> {
  const paths = await listBlobs(folder);
  const broken: string[] = [];
  for (const path of paths) {
    if ((await hash(path)) !== basename(path)) broken.push(`the bytes of blob ${basename(path)}`);
  }
  const there = new Set(paths.map((path) => basename(path)));
  const missing = named.filter((name) => !there.has(name)).map((name) => `blob ${name}`);
  const wanted = new Set(named);
  return {
    lost: [...broken, ...missing],
    unnamed: [...there].filter((name) => !wanted.has(name)),
  };
}

async function listBlobs(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function hash(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}
