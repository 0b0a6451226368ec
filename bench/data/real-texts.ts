import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BeirSet, readBeir } from './beir.ts';

const mixedSets = ['cranfield', 'cisi', 'med', 'adi', 'xquad/en', 'xquad/ru', 'xquad/zh'];

/** The data folder lacks what a measure needs; the message names it. */
export class MissingDataError extends Error {
  override readonly name = 'MissingDataError';
}

export async function readSet(dataFolder: string, name: string): Promise<BeirSet> {
  const folder = join(dataFolder, 'retrieval', name);
  if (!existsSync(folder)) throw new MissingDataError(`${folder} is missing; set LECTERN_DATA`);
  return readBeir(folder);
}

/** Abstracts, articles and questions of all sets together. */
export async function readMixedTexts(
  dataFolder: string,
): Promise<{ readonly texts: readonly string[]; readonly queries: readonly string[] }> {
  const sets = await Promise.all(mixedSets.map((name) => readSet(dataFolder, name)));
  return {
    texts: sets.flatMap(({ documents }) => documents.map(({ text }) => text)),
    queries: sets.flatMap(({ queries }) => queries.map(({ text }) => text)),
  };
}
