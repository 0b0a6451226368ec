/**
 * Measures the chunker on the published questions of Chroma's chunking evaluation, one JSON line
 * for each setting. Chunks are found by BM25, or by an embedding model that the settings name:
 * `EMBEDDING_PROVIDER=onnx EMBEDDING_MODEL=folder node bench/chunking/run.ts [DATA]`.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { embedderConfigShape, openEmbedder } from '@lectern/retrieval';
import { z } from 'zod';
import { chunkerNames, measureChunkers } from './measure-chunkers.ts';

const root = resolve(import.meta.dirname, '../..');
const data = resolve(root, process.argv[2] ?? process.env.LECTERN_DATA ?? '../shared/data');
const folder = join(data, 'chunking');
const sizes = [100, 150, 200, 250, 320, 400, 512, 800];

if (!existsSync(folder)) {
  console.log(JSON.stringify({ skipped: `no data in ${folder}: set LECTERN_DATA` }));
} else {
  const embedder =
    process.env.EMBEDDING_PROVIDER === undefined
      ? undefined
      : await openEmbedder(z.object(embedderConfigShape).parse(process.env));
  try {
    const options = { folder, embedder, chunkers: chunkerNames, sizes };
    for await (const row of measureChunkers(options)) console.log(JSON.stringify(row));
  } finally {
    await embedder?.close();
  }
}
