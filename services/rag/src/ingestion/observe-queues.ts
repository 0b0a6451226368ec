import type { JobQueue } from '@lectern/jobs';
import type { Metrics } from '@lectern/service';

/**
 * Exposes the number of jobs in each queue, read at each scrape. Exposes nothing while the store is
 * away.
 */
export function observeQueues(
  metrics: Metrics,
  queues: ReadonlyMap<string, Pick<JobQueue<unknown>, 'count'>>,
): void {
  metrics.gauge({
    name: 'lectern_queue_jobs',
    help: 'Jobs in a queue, by state.',
    labels: ['queue', 'state'],
    collect: async (gauge) => {
      gauge.reset();
      for (const [queue, counts] of await countAll(queues)) {
        for (const [state, jobs] of Object.entries(counts)) gauge.set({ queue, state }, jobs);
      }
    },
  });
}

async function countAll(queues: ReadonlyMap<string, Pick<JobQueue<unknown>, 'count'>>) {
  try {
    return await Promise.all(
      Array.from(queues, async ([name, queue]) => [name, await queue.count()] as const),
    );
  } catch {
    return [];
  }
}
