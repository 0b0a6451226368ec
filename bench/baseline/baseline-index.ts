import {
  createAnalyzer,
  type HybridIndex,
  type IndexFilter,
  type LanceIndexOptions,
  openLanceIndex,
  openStaticEmbedder,
  openWeaviateIndex,
  type WeaviateIndexOptions,
} from '@lectern/retrieval';
import type { LoopOptions } from '../measure/closed-loop.ts';
import { measureLoop } from '../measure/measure-loop.ts';
import type { ProcessIds } from '../measure/process-usage.ts';
import type { LoopSummary } from '../measure/summarise.ts';

/** Message to the process, which answers with a summary of each loop. */
export interface BaselineIndexTask {
  readonly store:
    | Pick<LanceIndexOptions, 'directory' | 'indexVersion'>
    | Pick<WeaviateIndexOptions, 'server' | 'indexVersion'>;
  readonly organisationId: string;
  readonly queries: readonly string[];
  /** Hits of each search. */
  readonly candidateCount: number;
  readonly filter?: IndexFilter;
  readonly loops: readonly LoopOptions[];
  /** Servers whose CPU and memory count too. */
  readonly servers: ProcessIds;
}

/**
 * Measures the two searches alone, on the suite's own index, in this process: no HTTP, no
 * database, no texts. Queries are analysed and embedded before the clock starts.
 */
async function measureBaselineIndex(task: BaselineIndexTask): Promise<void> {
  const { store, organisationId, candidateCount, filter, loops, servers } = task;
  const embedder = await openStaticEmbedder();
  const analyzer = createAnalyzer();
  const index = await openIndex(store, embedder.dimensions);
  const queries = await Promise.all(
    task.queries.map(async (query) => ({
      terms: analyzer.indexQuery(query),
      vector: await embedder.embedQuery(query),
    })),
  );
  const options = { limit: candidateCount, ...(filter && { filter }) };
  const search = async (number: number) => {
    const query = queries[number % queries.length];
    if (!query) return;
    await Promise.all([
      index.searchDense(organisationId, query.vector, options),
      index.searchKeyword(organisationId, query.terms, options),
    ]);
  };
  const summaries: LoopSummary[] = [];
  for (const loop of loops) {
    summaries.push(await measureLoop(search, loop, () => ({ bare: process.pid, ...servers })));
  }
  process.send?.(summaries);
  await index.close();
  await embedder.close();
  process.disconnect?.();
}

function openIndex(store: BaselineIndexTask['store'], dimensions: number): Promise<HybridIndex> {
  const mode = 'read';
  return 'server' in store
    ? openWeaviateIndex({ ...store, dimensions, mode })
    : openLanceIndex({ ...store, dimensions, mode });
}

process.once('message', (task: BaselineIndexTask) => measureBaselineIndex(task));
