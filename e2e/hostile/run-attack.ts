import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AttackOrder, AttackResult } from './attack.ts';

/** Attacks from a thread of its own, so that its work is not measured as somebody else's waiting. */
export async function runAttack(order: AttackOrder): Promise<AttackResult> {
  const worker = new Worker(new URL('attack.ts', import.meta.url), { workerData: order });
  const [result] = (await once(worker, 'message')) as [AttackResult];
  await worker.terminate();
  return result;
}

export function addResults(results: readonly AttackResult[]): AttackResult {
  const statuses: Record<string, number> = {};
  for (const result of results) {
    for (const [status, times] of Object.entries(result.statuses)) {
      statuses[status] = (statuses[status] ?? 0) + times;
    }
  }
  return {
    count: results.reduce((sum, { count }) => sum + count, 0),
    statuses,
    problems: results.flatMap(({ problems }) => problems),
  };
}
