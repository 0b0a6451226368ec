import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkCopies } from './cluster/check-copies.ts';
import { type ClusterRun, ingestAndSearch, type Outage } from './cluster/ingest-and-search.ts';
import { SearchWatch } from './cluster/search-watch.ts';
import { type RedisSite, startRedisSite } from './cluster/start-redis-sentinels.ts';
import { startWeaviateCluster, type WeaviateCluster } from './cluster/start-weaviate-cluster.ts';
import { checkStores } from './faults/check-stores.ts';
import { chunking } from './faults/expected-ids.ts';
import { createRandom } from './faults/random.ts';
import { findProgram } from './faults/servers/own-servers.ts';
import { Stores } from './faults/stores.ts';
import { Tally } from './faults/tally.ts';
import { Api } from './suite/api.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

const usage = 'npm run e2e -- cluster [--documents N, of each outage, at least 10] [--seed N]';
/** A node is away so long. */
const awayMs = 15_000;
const logLinePattern = /^\w+: (warning|error): /;

interface Programs {
  readonly weaviate: string;
  readonly redis: string;
}

/**
 * `npm run e2e -- cluster`: a suite on three Weaviate nodes and on a Redis with replica and sentinels, each
 * of which is killed while documents are ingested and searched; then looks whether anything was
 * lost, and whether an answer was wrong.
 */
async function runCluster(programs: Programs, report: Report, signal: AbortSignal) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-cluster-'));
  try {
    await using cluster = await startWeaviateCluster(programs.weaviate, folder);
    await using redis = await startRedisSite(programs.redis, folder);
    report.print('three Weaviate nodes, two Redis servers and three sentinels run');
    const settings = { ...cluster.settings, ...redis.settings, S3_BUCKET: '' };
    await using suite = await startTemporarySuite({
      settings,
      report: (line) => {
        if (!logLinePattern.test(line)) report.print(line);
      },
      signal,
    });
    await using stores = new Stores(suite, { ...process.env, ...settings });
    const api = new Api(suite.url, suite.credentials.api_key);
    const { id: collectionId } = await api.call('createCollection', {
      body: { name: 'Cluster', settings: { chunking } },
    });
    const random = createRandom(seed);
    await using searches = new SearchWatch(api, random);
    const common = { suite, api, stores, collectionId, report, signal };
    const run: ClusterRun = { ...common, searches, random, sent: [] };
    const rows: string[] = [];
    const outages = listOutages(cluster, redis);
    for (const outage of outages) {
      rows.push(await ingestAndSearch(run, outage, documents));
    }
    const tally = new Tally(report);
    const expected = run.sent.length;
    await checkStores({ ...common, servers: [] }, { sent: run.sent, expected }, tally);
    await checkCopies(run, cluster);
    console.log(
      '\n| outage | documents | answers | asked to wait | wrong | longest time without an answer, ms | longest time without a document ready, ms |',
    );
    console.log(`|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`);
    return `${expected} documents, ${outages.length - 1} outages, ${tally.describe()}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function listOutages({ nodes }: WeaviateCluster, { master }: RedisSite): Outage[] {
  const outOfThree = (at: number): Outage => ({
    name: `node ${at + 1} killed and brought back`,
    happen: async () => {
      await nodes[at]?.kill();
      await delay(awayMs);
      await nodes[at]?.start();
    },
  });
  return [
    { name: 'none', happen: async () => {} },
    ...[0, 1, 2].map(outOfThree),
    {
      // Data written meanwhile is on two nodes, one of which stops as soon as the third is back.
      name: 'node 1 killed, brought back, node 2 killed at once',
      happen: async () => {
        await nodes[0]?.kill();
        await delay(awayMs);
        await nodes[0]?.start();
        await nodes[1]?.kill();
        await delay(awayMs);
        await nodes[1]?.start();
      },
    },
    {
      // It takes connections and answers none.
      name: 'node 1 hangs',
      happen: async () => {
        const pid = nodes[0]?.pid;
        if (pid === undefined) throw new Error('node 1 does not run');
        process.kill(pid, 'SIGSTOP');
        await delay(awayMs);
        process.kill(pid, 'SIGCONT');
      },
    },
    {
      name: 'Redis master killed, brought back as a replica',
      happen: async () => {
        await master.kill();
        await delay(awayMs);
        await master.start();
      },
    },
  ];
}

const stopped = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => stopped.abort());
process.on('disconnect', () => stopped.abort());

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const [documents, seed] = [Number(values.documents), Number(values.seed)];
if (!Number.isInteger(documents) || documents < 10 || !Number.isInteger(seed)) {
  throw new RangeError(usage);
}
const report = new Report();
const weaviate = findProgram(process.env.FAULTS_WEAVIATE_SERVER || 'weaviate');
const redis = findProgram(process.env.FAULTS_REDIS_SERVER || 'redis-server');
let counts = 'not run';
if (weaviate && redis) {
  await report.try('the run came to its end', async () => {
    counts = await runCluster({ weaviate, redis }, report, stopped.signal);
  });
} else {
  report.skip(
    'a cluster loses nodes',
    'FAULTS_WEAVIATE_SERVER and FAULTS_REDIS_SERVER name no programs, nor are they on the path',
  );
}
console.log(
  `cluster: seed ${seed}, ${counts}; ${report.count('passed')} passed, ` +
    `${report.count('failed')} failed, ${report.count('skipped')} skipped`,
);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
