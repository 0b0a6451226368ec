import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Embedder } from '@lectern/retrieval';
import { readChildrenCpuMs } from '../measure/process-usage.ts';

/** Vectors of texts, and what making them took. */
export interface KeptVectors {
  readonly vectors: readonly Float32Array[];
  /** Processor time of one text in milliseconds, the model's processes included. */
  readonly cpuMs: number;
}

const textsAPart = 128;

/**
 * Embeds texts, or reads their vectors from an earlier run's files: a model on a processor takes
 * minutes for a set. They are kept part by part, so that a run that is cut short is not lost.
 * `LECTERN_BENCH_CACHE` says where.
 */
export async function embedOnce(
  embedder: Embedder,
  use: 'documents' | 'queries',
  texts: readonly string[],
): Promise<KeptVectors> {
  const folder = process.env.LECTERN_BENCH_CACHE ?? path.join(tmpdir(), 'lectern-bench-vectors');
  await mkdir(folder, { recursive: true });
  const vectors: Float32Array[] = [];
  let cpuMs = 0;
  for (let from = 0; from < texts.length; from += textsAPart) {
    const part = texts.slice(from, from + textsAPart);
    const kept = await embedPart(folder, { embedder, use, texts: part });
    vectors.push(...kept.vectors);
    cpuMs += (kept.cpuMs * part.length) / texts.length;
  }
  return { vectors, cpuMs };
}

interface Embedding {
  readonly embedder: Embedder;
  readonly use: 'documents' | 'queries';
  readonly texts: readonly string[];
}

async function embedPart(
  folder: string,
  { embedder, use, texts }: Embedding,
): Promise<KeptVectors> {
  const key = createHash('sha256')
    .update(JSON.stringify([embedder.id, use, texts]))
    .digest('hex');
  const vectorsFile = path.join(folder, `${key}.f32`);
  const timeFile = path.join(folder, `${key}.json`);
  if (!existsSync(timeFile)) {
    const { vectors, cpuMs } = await embedAll({ embedder, use, texts });
    await writeFile(
      vectorsFile,
      Buffer.concat(vectors.map((vector) => Buffer.from(vector.buffer))),
    );
    await writeFile(timeFile, JSON.stringify({ cpuMs, load: loadavg()[0] }));
  }
  const { cpuMs } = JSON.parse(await readFile(timeFile, 'utf8')) as { cpuMs: number };
  const numbers = new Float32Array(new Uint8Array(await readFile(vectorsFile)).buffer);
  const { dimensions } = embedder;
  const vectors = texts.map((_, at) => numbers.slice(at * dimensions, (at + 1) * dimensions));
  return { vectors, cpuMs };
}

async function embedAll({ embedder, use, texts }: Embedding): Promise<KeptVectors> {
  const before = readCpuMs();
  const made =
    use === 'documents'
      ? await embedder.embedDocuments(texts)
      : await Promise.all(texts.map((text) => embedder.embedQuery(text)));
  const vectors = made.map((vector) => Float32Array.from(vector));
  return { vectors, cpuMs: (readCpuMs() - before) / texts.length };
}

function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + readChildrenCpuMs(process.pid);
}
