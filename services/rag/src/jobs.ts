import type { IngestJob, MoveJob, RebuildJob, RemoveJob } from '@lectern/contracts';
import type { JobProcessor } from '@lectern/jobs';
import type { Generation } from './generations/generation.ts';
import { runRebuild } from './generations/run-rebuild.ts';
import { type IngestDependencies, ingestDocuments } from './ingestion/ingest-documents.ts';
import { moveDocuments, removeDocuments } from './ingestion/remove-documents.ts';

export interface Processors {
  readonly ingest: JobProcessor<IngestJob>;
  readonly remove: JobProcessor<RemoveJob>;
  readonly move: JobProcessor<MoveJob>;
  readonly rebuild: JobProcessor<RebuildJob>;
}

/** Job definition by job definition, the function that does its work. */
export function createProcessors(
  dependencies: IngestDependencies,
  generation: Generation,
): Processors {
  return {
    ingest: (job, run) => ingestDocuments(dependencies, job, run),
    remove: (job) => removeDocuments(dependencies, job),
    move: (job) => moveDocuments(dependencies, job),
    rebuild: (job, run) => runRebuild(dependencies, generation, job, run),
  };
}
