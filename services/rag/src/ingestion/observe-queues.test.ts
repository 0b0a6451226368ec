import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '@lectern/service';
import { observeQueues } from './observe-queues.ts';

const queue = (waiting: number) => ({ count: async () => ({ waiting, active: 1, delayed: 0 }) });

describe('observeQueues', () => {
  it('exposes the jobs of each queue by state', async () => {
    const metrics = createMetrics('test');
    observeQueues(
      metrics,
      new Map([
        ['rag.ingest', queue(7)],
        ['rag.remove', queue(0)],
      ]),
    );
    const exposed = await metrics.expose();
    expect(exposed).toMatch(/^lectern_queue_jobs\{queue="rag.ingest",state="waiting",.*\} 7$/m);
    expect(exposed).toMatch(/^lectern_queue_jobs\{queue="rag.remove",state="active",.*\} 1$/m);
  });

  it('leaves the other metrics readable when the store does not answer', async () => {
    const metrics = createMetrics('test');
    const away = {
      count: () => Promise.reject(new Error('away')),
    };
    observeQueues(metrics, new Map([['rag.ingest', away]]));
    const exposed = await metrics.expose();
    expect(exposed).toContain('process_start_time_seconds');
    expect(exposed).not.toMatch(/^lectern_queue_jobs\{/m);
  });
});
