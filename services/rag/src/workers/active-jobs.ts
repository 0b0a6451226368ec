import type { WorkerJob } from '@lectern/contracts';

/** What this worker works on at the moment. */
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

  /** The oldest first. */
  list(): readonly WorkerJob[] {
    return [...this.#jobs];
  }
}
