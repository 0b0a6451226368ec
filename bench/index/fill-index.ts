import type { HybridIndex, IndexedChunk } from '@lectern/retrieval';
import { round } from '../measure/summarise.ts';
import { report } from '../report.ts';
import { folderMb } from '../suite/folder-size.ts';

/** Concurrent writes of a suite's workers. */
const writesAtOnce = 4;
const progressLines = 10;

export interface FillOptions {
  readonly organisationId: string;
  readonly chunks: number;
  readonly directory: string;
  /** Told of every batch, in the order of the chunks. */
  readonly keep: (chunks: readonly IndexedChunk[]) => void;
}

/**
 * Writes batches as workers do, the index optimising by itself, and prints a line for each tenth:
 * what each of its chunks took. CPU of making them is apart.
 */
export async function fillIndex(
  index: HybridIndex,
  batches: AsyncIterable<readonly IndexedChunk[]>,
  { organisationId, chunks, directory, keep }: FillOptions,
): Promise<void> {
  const writing = new Set<Promise<void>>();
  const startedAt = performance.now();
  let written = 0;
  let last = { written, atMs: startedAt, cpuMs: cpuMs(), threadMs: threadMs() };
  const tell = async () => {
    const now = { written, atMs: performance.now(), cpuMs: cpuMs(), threadMs: threadMs() };
    const each = (total: number) => round(total / (now.written - last.written));
    const inThread = now.threadMs - last.threadMs;
    report('index.filling', {
      chunks: written,
      seconds: round((now.atMs - startedAt) / 1000),
      wall_ms_a_chunk: each(now.atMs - last.atMs),
      // This thread creates the chunks; the engine's threads index them.
      cpu_ms_a_chunk: { thread: each(inThread), engine: each(now.cpuMs - last.cpuMs - inThread) },
      rss_mb: Math.round(process.memoryUsage.rss() / 1024 ** 2),
      disk_mb: await folderMb(directory),
    });
    last = now;
  };
  for await (const batch of batches) {
    keep(batch);
    while (writing.size >= writesAtOnce) await Promise.race(writing);
    const write = index.addChunks(organisationId, batch).finally(() => writing.delete(write));
    writing.add(write);
    written += batch.length;
    if (written - last.written >= chunks / progressLines && written < chunks) await tell();
  }
  await Promise.all(writing);
  await index.optimize();
  await tell();
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
