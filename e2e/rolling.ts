import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually } from '@lectern/testing';
import { runCheck } from './operations/run-check.ts';
import { Load } from './replicas/load.ts';
import {
  checkOut,
  openReplicatedSite,
  type Replica,
  thisVersion,
} from './replicas/replicated-site.ts';
import { Api } from './suite/api.ts';
import type { Report } from './suite/report.ts';

/**
 * `npm run e2e -- rolling --from COMMIT [--seconds N]`: under load, the services of an older version
 * are replaced by this one and put back, both serving the migrated database in between. No request
 * may fail that a client may repeat, and no uploaded document may be lost.
 */
async function checkRollingUpgrade(report: Report, from: string, seconds: number): Promise<void> {
  await using site = await openReplicatedSite(report);
  const before = await checkOut(from, site.folder);
  await site.migrate(before);
  const old = await site.startReplica(before);
  site.serve([old]);
  await site.startWorker(before);
  const { api_key } = await site.credentials();
  const api = new Api(site.fronts.gateway.url, api_key);
  const collectionId = await api.createCollection('Rolling');

  let served = { requests: 0, retried: 0 };
  let load: Load | undefined;
  const watch = async (step: string, replicas: readonly Replica[]) => {
    site.serve(replicas);
    await delay(seconds * 1_000);
    if (!load) return;
    const { requests, retried, failed } = load.counts;
    report.print(
      `${step}: ${requests - served.requests} requests, ${retried - served.retried} retried`,
    );
    served = { requests, retried };
    report.check(`${step}: nothing fails`, failed.splice(0));
  };
  {
    await using running = new Load(api, collectionId);
    load = running;
    await watch('the old version', [old]);
    await site.migrate(thisVersion);
    await watch('the old version on the new schema', [old]);
    const fresh = await site.startReplica(thisVersion);
    await watch('both versions', [old, fresh]);
    await site.startWorker(thisVersion);
    site.serve([fresh]);
    await old.stop();
    await watch('the new version', [fresh]);
    const again = await site.startReplica(before);
    await watch('both versions on the way back', [fresh, again]);
    await site.startWorker(before);
    site.serve([again]);
    await fresh.stop();
    await watch('the old version again', [again]);
  }
  const { documents, counts } = load;
  report.check('nothing failed at the end', counts.failed);
  const lost: string[] = [];
  for (const id of documents) {
    await eventually(
      async () => {
        const { status } = await api.call('getDocument', { params: { id } });
        if (status === 'failed') lost.push(id);
        return ['ready', 'failed'].includes(status);
      },
      { timeoutMs: 300_000, intervalMs: 500 },
    );
  }
  report.check(`${documents.length} uploaded documents are ready`, lost);
  report.print(`in all: ${counts.requests} requests, ${counts.retried} retried`);
}

const { values } = parseArgs({
  options: { from: { type: 'string' }, seconds: { type: 'string', default: '20' } },
});
const { from } = values;
const seconds = Number(values.seconds);
if (!from || !(seconds > 0)) {
  throw new RangeError('npm run e2e -- rolling --from COMMIT [--seconds N]');
}
await runCheck('rolling', (report) => checkRollingUpgrade(report, from, seconds));
