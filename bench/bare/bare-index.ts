import { createAnalyzer, openLanceIndex, openStaticEmbedder } from '@lectern/retrieval';
import type { LoopOptions } from '../measure/closed-loop.ts';
import { measureLoop } from '../measure/measure-loop.ts';

/** What the process is sent. */
export interface BareIndexTask {
  readonly directory: string;
  readonly generation: string;
  readonly organisationId: string;
  readonly queries: readonly string[];
  /** Hits of each recall. */
  readonly recallSize: number;
  readonly loop: LoopOptions;
}

/**
 * The two recalls alone, on the suite's own index, in this process: no HTTP, no database, no
 * texts; queries are analysed and embedded before the clock starts.
 */
async function measureBareIndex(task: BareIndexTask): Promise<void> {
  const { directory, generation, organisationId, recallSize, loop } = task;
  const embedder = await openStaticEmbedder();
  const analyzer = createAnalyzer();
  const index = await openLanceIndex({
    directory,
    generation,
    dimensions: embedder.dimensions,
    mode: 'read',
  });
  const queries = await Promise.all(
    task.queries.map(async (query) => ({
      terms: analyzer.analyzeQuery(query),
      vector: await embedder.embedQuery(query),
    })),
  );
  const options = { limit: recallSize };
  const summary = await measureLoop(
    async (number) => {
      const query = queries[number % queries.length];
      if (!query) return;
      await Promise.all([
        index.recallDense(organisationId, query.vector, options),
        index.recallKeyword(organisationId, query.terms, options),
      ]);
    },
    loop,
    () => ({ bare: process.pid }),
  );
  process.send?.(summary);
  await index.close();
  await embedder.close();
  process.disconnect?.();
}

process.once('message', (task: BareIndexTask) => measureBareIndex(task));
