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

const collectionName = 'Documents';

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
  const folder = join(dataFolder, 'documents');
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) throw new MissingDataError(`${manifest} is missing; set LECTERN_DATA`);
  const { files } = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  const token = suite.apiKey;
  const client = createClient({
    baseUrl: suite.url,
    paths: 'gateway',
    retries: 3,
    timeoutMs: callTimeoutMs,
  });
  const kept = await client.call('listCollections', { token, query: {} });
  const same = kept.collections.find(({ name }) => name === collectionName);
  if (same) return same.id;
  const { id } = await client.call('createCollection', { token, body: { name: collectionName } });
  for (const { file, password } of files) {
    const form = new FormData();
    form.append('files', new Blob([await readFile(join(folder, file))]), basename(file));
    if (password) form.append('password', password);
    const response = await fetch(`${suite.url}/api/collections/${id}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    if (!response.ok) throw new Error(`${file}: ${response.status} ${await response.text()}`);
  }
  const started = performance.now();
  for (const status of ['queued', 'parsing', 'indexing'] as const) {
    const query = { collection_id: id, status, limit: 1 };
    while ((await client.call('listDocuments', { token, query })).documents.length > 0) {
      if (performance.now() - started > maxMs) throw new Error('the documents were not ready');
      await delay(pollMs);
    }
  }
  return id;
}
