import type { IngestJob, UpkeepJob } from '@lectern/contracts';
import type { JobProcessor } from '@lectern/jobs';
import type { Generation } from './generations/generation.ts';
import { runRebuild } from './generations/run-rebuild.ts';
import type { IngestDependencies } from './ingestion/ingest-dependencies.ts';
import { ingestDocuments } from './ingestion/ingest-documents.ts';
import { moveDocuments, removeDocuments } from './ingestion/remove-documents.ts';

export interface Processors {
  readonly ingest: JobProcessor<IngestJob>;
  readonly upkeep: JobProcessor<UpkeepJob>;
}

/** Job definition by job definition, the function that does its work. */
export function createProcessors(
  dependencies: IngestDependencies,
  generation: Generation,
): Processors {
  return {
    ingest: (job, run) => ingestDocuments(dependencies, job, run),
    upkeep: (job, run) => {
      switch (job.task) {
        case 'remove':
          return removeDocuments(dependencies, job);
        case 'move':
          return moveDocuments(dependencies, job);
        case 'rebuild':
          return runRebuild(dependencies, generation, job, run);
      }
    },
  };
}
