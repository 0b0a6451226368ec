import type { WorkerJob } from '@lectern/contracts';

/** The jobs that this worker is running. */
export class ActiveJobs {
  readonly #jobs = new Set<WorkerJob>();

  async during<Result>(
    job: Pick<WorkerJob, 'task' | 'documents'>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const entry = { ...job, since: new Date().toISOString() };
    this.#jobs.add(entry);
    try {
      return await work();
    } finally {
      this.#jobs.delete(entry);
    }
  }

  /** Oldest first. */
  list(): readonly WorkerJob[] {
    return [...this.#jobs];
  }
}
