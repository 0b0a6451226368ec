import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@lectern/contracts/client';
import { z } from 'zod';
import { MissingDataError } from '../data/real-texts.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';

const manifestSchema = z.object({
  files: z.array(z.object({ file: z.string(), password: z.string().optional() })),
});
const pollMs = 500;
const callTimeoutMs = 60_000;

const unfinished = ['queued', 'parsing', 'indexing'] as const;

/**
 * Uploads every file of the documents' manifest into a collection and waits until each is ready or
 * has failed. A suite that was kept has them already.
 * @returns the collection's id.
 */
export async function uploadDocuments(
  suite: BenchSuite,
  dataFolder: string,
  maxMs: number,
): Promise<string> {
  const id = await sendDocuments(suite, await readManifest(dataFolder), 'Documents');
  await waitForDocuments(suite, id, maxMs);
  return id;
}

/** A file of the manifest, read. */
export interface ManifestFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
  readonly password: string | undefined;
}

/** @throws MissingDataError where there are none. */
export async function readManifest(dataFolder: string): Promise<ManifestFile[]> {
  const folder = join(dataFolder, 'documents');
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) throw new MissingDataError(`${manifest} is missing; set LECTERN_DATA`);
  const { files } = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  return Promise.all(
    files.map(async ({ file, password }) => ({
      name: basename(file),
      content: new Uint8Array(await readFile(join(folder, file))),
      password,
    })),
  );
}

/** Uploads the files into a collection of this name, unless there is one. Gives its id. */
export async function sendDocuments(
  suite: BenchSuite,
  files: readonly ManifestFile[],
  collectionName: string,
): Promise<string> {
  const token = suite.apiKey;
  const client = createBenchClient(suite);
  const kept = await client.call('listCollections', { token, query: {} });
  const same = kept.collections.find(({ name }) => name === collectionName);
  if (same) return same.id;
  const { id } = await client.call('createCollection', { token, body: { name: collectionName } });
  for (const { name, content, password } of files) {
    const form = new FormData();
    form.append('files', new Blob([content]), name);
    if (password) form.append('password', password);
    const response = await fetch(`${suite.url}/api/collections/${id}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  }
  return id;
}

/** Waits until each document of the collection is ready or has failed. */
export async function waitForDocuments(
  suite: BenchSuite,
  collectionId: string,
  maxMs: number,
): Promise<void> {
  const client = createBenchClient(suite);
  const started = performance.now();
  for (const status of unfinished) {
    const query = { collection_id: collectionId, status, limit: 1 };
    const ask = () => client.call('listDocuments', { token: suite.apiKey, query });
    while ((await ask()).documents.length > 0) {
      if (performance.now() - started > maxMs) throw new Error('the documents were not ready');
      await delay(pollMs);
    }
  }
}

function createBenchClient(suite: BenchSuite) {
  return createClient({
    baseUrl: suite.url,
    paths: 'gateway',
    retries: 3,
    timeoutMs: callTimeoutMs,
  });
}
