import type { IngestJob, MoveJob, RemoveJob } from '@lectern/contracts';
import type { JobProcessor } from '@lectern/jobs';
import { type IngestDependencies, ingestDocuments } from './ingestion/ingest-documents.ts';
import { moveDocuments, removeDocuments } from './ingestion/remove-documents.ts';

export interface Processors {
  readonly ingest: JobProcessor<IngestJob>;
  readonly remove: JobProcessor<RemoveJob>;
  readonly move: JobProcessor<MoveJob>;
}

/** Job definition by job definition, the function that does its work. */
export function createProcessors(dependencies: IngestDependencies): Processors {
  return {
    ingest: (job, run) => ingestDocuments(dependencies, job, run),
    remove: (job) => removeDocuments(dependencies, job),
    move: (job) => moveDocuments(dependencies, job),
  };
}
