import { setTimeout as delay } from 'node:timers/promises';
import { meSchema } from '@lectern/contracts';
import { findDifferences } from '../faults/find-problems.ts';
import { Stores } from '../faults/stores.ts';
import type { ClusterRun } from './ingest-and-search.ts';
import type { WeaviateCluster } from './start-weaviate-cluster.ts';

/** Nodes compare themselves every half minute, and leave alone what is younger than that. */
const catchUpTimeoutMs = 240_000;
const pollMs = 5_000;

/** Each node by itself comes to hold what PostgreSQL does. */
export async function checkCopies(
  { api, suite, report, stores }: ClusterRun,
  cluster: WeaviateCluster,
): Promise<void> {
  const { organisation } = meSchema.parse((await api.request('GET', '/api/me')).body);
  const expected = await stores.listDatabaseChunks();
  const startedAt = Date.now();
  for (const node of cluster.nodes.keys()) {
    await using copy = new Stores(suite, { ...process.env, ...cluster.settingsOf(node) });
    let problems: string[];
    for (;;) {
      const held = await copy.listIndexChunks(organisation.id);
      const { lost, duplicated, orphans } = findDifferences(`node ${node + 1}`, expected, held);
      problems = [...lost, ...duplicated, ...orphans];
      if (problems.length === 0 || Date.now() - startedAt > catchUpTimeoutMs) break;
      report.print(`node ${node + 1} differs in ${problems.length} chunks`);
      await delay(pollMs);
    }
    report.check(`node ${node + 1} holds all ${expected.length} chunks itself`, problems);
  }
  report.print(`copies are equal after ${Math.round((Date.now() - startedAt) / 1000)} s`);
}
