import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repositoryFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Real data that the project did not write; a checkout may lack it. */
export const dataFolder = resolve(repositoryFolder, process.env.LECTERN_DATA || '../shared/data');

/** A file of `documents`, and what it must give. */
export interface ManifestRow {
  readonly file: string;
  readonly format: string;
  readonly bytes: number;
  readonly expected_outcome:
    | 'text'
    | 'needs-password'
    | 'error'
    | 'empty'
    | 'no-text-without-ocr'
    | 'bounded'
    | 'headers-only';
  readonly password?: string | null;
  readonly must_contain: readonly string[];
  readonly must_not_contain?: readonly string[];
}

export const hasDocuments = existsSync(join(dataFolder, 'documents/manifest.json'));

export async function readManifest(): Promise<readonly ManifestRow[]> {
  const text = await readFile(join(dataFolder, 'documents/manifest.json'), 'utf8');
  return (JSON.parse(text) as { files: ManifestRow[] }).files;
}

export async function readDocumentFile(file: string) {
  const bytes = new Uint8Array(await readFile(join(dataFolder, 'documents', file)));
  return { name: basename(file), bytes };
}

/** Texts of a retrieval collection, for example `cranfield`; none where it is missing. */
export async function readCorpus(name: string): Promise<readonly string[]> {
  const file = join(dataFolder, 'retrieval', name, 'corpus.jsonl');
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { text: string }).text);
}
