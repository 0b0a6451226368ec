import type { IngestJob, UpkeepJob } from '@lectern/contracts';
import type { JobDefinition, JobProcessor } from '@lectern/jobs';
import { withSpan } from '@lectern/service';
import { runRebuild } from './generations/run-rebuild.ts';
import type { IngestDependencies } from './ingestion/ingest-dependencies.ts';
import { ingestDocuments } from './ingestion/ingest-documents.ts';
import { moveDocuments, removeDocuments } from './ingestion/remove-documents.ts';
import type { Generation } from './ports/search-index.ts';
import { ingestJob, upkeepJob } from './queue/job-definitions.ts';

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
    ingest: inSpan(ingestJob, (job, run) => ingestDocuments(dependencies, job, run)),
    upkeep: inSpan(upkeepJob, (job, run) => {
      switch (job.task) {
        case 'remove':
          return removeDocuments(dependencies, job);
        case 'move':
          return moveDocuments(dependencies, job);
        case 'rebuild':
          return runRebuild(dependencies, generation, job, run);
      }
    }),
  };
}

/** Each try of a job is a span in the trace of what published it. */
function inSpan<Data>({ name }: JobDefinition<Data>, work: JobProcessor<Data>): JobProcessor<Data> {
  return (job, run) =>
    withSpan(`job ${name}`, { 'lectern.job.attempt': run.attempt }, () => work(job, run), {
      kind: 'consumer',
      parent: run.trace,
    });
}
