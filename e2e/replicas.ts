import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCheck } from './operations/run-check.ts';
import { Load } from './replicas/load.ts';
import { openReplicatedSite, type Replica, thisVersion } from './replicas/replicated-site.ts';
import { Api } from './suite/api.ts';
import type { Report } from './suite/report.ts';

const clients = 8;

/**
 * `npm run e2e -- replicas [--most N] [--seconds N]`: 1, 2, 4 … replicas of each stateless service
 * under the same load. Nothing fails and no upload is lost; prints how the work was shared.
 */
async function checkReplicas(report: Report, most: number, seconds: number): Promise<void> {
  await using site = await openReplicatedSite(report);
  await site.migrate(thisVersion);
  const replicas = [await site.startReplica(thisVersion)];
  site.serve(replicas);
  await site.startWorker(thisVersion);
  const { api_key } = await site.credentials();
  const api = new Api(site.fronts.gateway.url, api_key);
  for (let wanted = 1; wanted <= most; wanted *= 2) {
    while (replicas.length < wanted) replicas.push(await site.startReplica(thisVersion));
    site.serve(replicas);
    const collectionId = await api.createCollection(`Replicas ${wanted}`);
    const before = await countRequests(replicas);
    const load = new Load(api, collectionId, clients);
    await delay(seconds * 1_000);
    await load[Symbol.asyncDispose]();
    const after = await countRequests(replicas);
    const { requests, retried, failed } = load.counts;
    report.print(`${wanted} of each: ${requests} requests in ${seconds} s, ${retried} retried`);
    report.check(`${wanted} of each: nothing fails`, failed);
    const stored = new Set((await api.listDocuments(collectionId)).map(({ id }) => id));
    const lost = load.documents.filter((id) => !stored.has(id));
    report.check(`${wanted} of each: ${load.documents.length} uploads are there`, lost);
    const shares = [...after].map(
      ([name, count]) => [name, count - (before.get(name) ?? 0)] as const,
    );
    report.print(shares.map(([name, count]) => `${name}: ${count}`).join(', '));
  }
}

/** Returns the requests that each process has answered, by its metrics; gateways show none. */
async function countRequests(replicas: readonly Replica[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [at, { ports }] of replicas.entries()) {
    for (const name of ['rag', 'mcp', 'llm'] as const) {
      const text = await (await fetch(`http://127.0.0.1:${ports[name]}/metrics`)).text();
      const lines = text.matchAll(
        /^lectern_http_request_duration_seconds_count\{.*route="(?!\/(?:readyz|livez|health|metrics)")[^"]*".*\} (\d+)/gm,
      );
      const total = [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
      counts.set(`${name} ${at + 1}`, total);
    }
  }
  return counts;
}

const { values } = parseArgs({
  options: {
    most: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '30' },
  },
});
const [most, seconds] = [Number(values.most), Number(values.seconds)];
if (!Number.isInteger(most) || most < 1 || !(seconds > 0)) {
  throw new RangeError('npm run e2e -- replicas [--most N] [--seconds N]');
}
await runCheck('replicas', (report) => checkReplicas(report, most, seconds));
