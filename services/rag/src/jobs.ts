import type { IngestJob, UpkeepJob } from '@lectern/contracts';
import type { JobDefinition, JobProcessor } from '@lectern/jobs';
import { withSpan } from '@lectern/service';
import { runImport } from './bundles/run-import.ts';
import type { Lane } from './database/tables.ts';
import type { IndexVersion } from './index-versions/index-version.ts';
import { runRebuild } from './index-versions/run-rebuild.ts';
import type { IngestDependencies } from './ingestion/ingest-dependencies.ts';
import { ingestDocuments } from './ingestion/ingest-documents.ts';
import { moveDocuments, removeDocuments } from './ingestion/remove-documents.ts';
import { ingestJobs, upkeepJob } from './outbox/job-definitions.ts';
import type { ActiveJobs } from './workers/active-jobs.ts';

export interface Processors {
  readonly light: JobProcessor<IngestJob>;
  readonly heavy: JobProcessor<IngestJob>;
  readonly upkeep: JobProcessor<UpkeepJob>;
}

/** Processors of all job definitions. */
export function createProcessors(
  dependencies: Readonly<Record<Lane, IngestDependencies>>,
  { indexVersion, jobs }: { readonly indexVersion: IndexVersion; readonly jobs: ActiveJobs },
): Processors {
  const ingest =
    (task: 'ingest' | 'ingest_heavy', own: IngestDependencies): JobProcessor<IngestJob> =>
    (job, run) =>
      jobs.during({ task, documents: job.documents.length }, () => ingestDocuments(own, job, run));
  const runMaintenance: JobProcessor<UpkeepJob> = (job, run) => {
    switch (job.task) {
      case 'remove':
        return removeDocuments(dependencies.light, job);
      case 'move':
        return moveDocuments(dependencies.light, job);
      case 'import':
        return runImport(dependencies.light, job, run);
      case 'rebuild':
        return runRebuild({ ...dependencies.light, indexVersion }, job, run);
    }
  };
  return {
    light: inSpan(ingestJobs.light, ingest('ingest', dependencies.light)),
    heavy: inSpan(ingestJobs.heavy, ingest('ingest_heavy', dependencies.heavy)),
    upkeep: inSpan(upkeepJob, (job, run) => {
      const documents = 'document_ids' in job ? job.document_ids.length : null;
      return jobs.during({ task: job.task, documents }, () => runMaintenance(job, run));
    }),
  };
}

/** Each attempt of a job is a span in the trace of its publisher. */
function inSpan<Data>({ name }: JobDefinition<Data>, work: JobProcessor<Data>): JobProcessor<Data> {
  return (job, run) => {
    const attributes = { 'lectern.job.attempt': run.attempt };
    return withSpan(`job ${name}`, { attributes, kind: 'consumer', parent: run.trace }, () =>
      work(job, run),
    );
  };
}
