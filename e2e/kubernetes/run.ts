import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { timed } from '../compose/timed.ts';
import { Report } from '../suite/report.ts';
import { AvailabilityWatch } from './availability-watch.ts';
import { Cluster, chart, type KubernetesObject, trialValues } from './cluster.ts';
import { findPolicyProblems } from './find-policy-problems.ts';
import { wrongValues } from './wrong-values.ts';

/** Both are removed before and after: never the name of a real installation. */
const namespace = 'lectern-e2e';
const trialNamespace = 'lectern-e2e-trial';
const replicas = 2;
const names = ['gateway', 'llm', 'mcp', 'rag', 'worker'];

/** Small, so that one node of the cluster can hold all pods. */
const resources = { requests: { cpu: '50m', memory: '64Mi' } };

const site = {
  publicUrl: 'https://docs.example.org',
  settings: {
    WEAVIATE_URL: 'http://weaviate.stores:8080',
    WEAVIATE_GRPC_URL: 'http://weaviate.stores:50051',
    S3_BUCKET: 'lectern',
    EMBEDDING_PROVIDER: 'openai',
    QUOTA_DOCUMENTS: 2_000_000,
    ENABLE_LITERATURE: false,
  },
  secrets: { optional: ['REDIS_URL', 'WEAVIATE_API_KEY', 'SMTP_URL'] },
  ingress: { enabled: true, tlsSecret: 'docs-tls' },
  dashboard: { enabled: true },
  backup: { recipient: 'age1example', check: { enabled: true } },
  processes: Object.fromEntries(names.map((name) => [name, { resources }])),
  parser: { resources },
};

/** Checks the chart on a cluster: what it renders, then installs, upgrades, rolls back, drains. */
async function runKubernetes(cluster: Cluster, kubeconfig: string, report: Report) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-kubernetes-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true }));
  const siteValues = join(folder, 'site.json');
  await writeFile(siteValues, JSON.stringify(site));

  await report.try('helm lint finds nothing', async () => {
    await cluster.helm('lint', '--strict', chart, '--values', siteValues);
    await cluster.helm('lint', '--strict', chart, '--values', trialValues);
  });
  await checkRefusals(cluster, siteValues, report);
  for (const values of [siteValues, trialValues]) {
    const objects = await cluster.render('--values', values);
    const kind = values === trialValues ? 'a trial' : 'a site';
    report.check(
      `the network policies of ${kind} are what ARCHITECTURE.md draws`,
      findPolicyProblems(objects),
    );
    report.check(`the settings of ${kind} are whole texts`, findBrokenSettings(objects));
  }

  const clean = async () => {
    for (const name of [namespace, trialNamespace]) {
      await cluster.kubectl('delete', 'namespace', name, '--ignore-not-found', '--wait');
    }
    await cluster.kubectl('uncordon', ...nodes);
  };
  const nodes = (await cluster.list('default', 'nodes')).map(({ metadata }) => metadata.name);
  const [firstNode = '', ...otherNodes] = nodes;
  await cluster.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
  await clean();
  stack.defer(clean);
  for (const name of [namespace, trialNamespace]) {
    await cluster.kubectl('create', 'namespace', name);
    const level = 'pod-security.kubernetes.io/enforce=restricted';
    await cluster.kubectl('label', 'namespace', name, level);
  }
  await report.try('the API server accepts every object', async () => {
    for (const values of [siteValues, trialValues]) {
      const text = await cluster.helm('template', 'lectern', chart, '--values', values);
      const options = ['-n', namespace, 'apply', '--dry-run=server', '--validate=strict'];
      await cluster.run('kubectl', [...options, '-f', '-'], text);
    }
  });

  const release = (command: 'install' | 'upgrade', ...settings: string[]) =>
    cluster.helm(
      ...[command, 'lectern', chart, '--namespace', namespace, '--values', siteValues],
      ...['--wait', '--timeout', '2m', ...settings.flatMap((setting) => ['--set', setting])],
    );
  const findOthers = async (tag: string) => {
    const pods = await cluster.list(namespace, 'pods');
    const images = pods
      .filter(({ metadata }) => names.includes(componentOf(metadata)))
      .flatMap(({ spec }) => spec.containers.map(({ image }: { image: string }) => image));
    return images.filter((image: string) => !image.endsWith(`:${tag}`));
  };

  // All pods start on one node, so that its drain must move each of them.
  if (otherNodes.length > 0) await cluster.kubectl('cordon', ...otherNodes);
  await timed(report, 'installed', () => release('install', 'image.tag=0.1.0'));
  if (otherNodes.length > 0) await cluster.kubectl('uncordon', ...otherNodes);
  report.check('every process has its pods', await findMissing(cluster, replicas));
  await report.try('a node is drained one pod of a process after the other', async () => {
    await using watch = await AvailabilityWatch.start(kubeconfig, namespace);
    await cluster.kubectl(
      ...['drain', firstNode, '--ignore-daemonsets', '--delete-emptydir-data'],
      ...['--timeout', '240s', '--pod-selector', 'app.kubernetes.io/name=lectern'],
    );
    const gaps = watch.findGaps(replicas - 1);
    if (gaps.length > 0) throw new Error(gaps.join('; '));
  });
  await cluster.kubectl('uncordon', firstNode);
  const rollout = () =>
    cluster.kubectl('-n', namespace, 'wait', 'deployment', '--all', '--for=condition=Available');
  await rollout();

  await report.try('an upgrade never has fewer pods than before', async () => {
    await using watch = await AvailabilityWatch.start(kubeconfig, namespace);
    await release('upgrade', 'image.tag=0.2.0');
    const gaps = watch.findGaps(replicas);
    if (gaps.length > 0) throw new Error(gaps.join('; '));
  });
  report.check('every pod is of the new version', await findOthers('0.2.0'));
  report.check('the migration ended before the first new pod', await findEarlyPods(cluster));

  const failing = 'migrate.podAnnotations.kube-lab/outcome=fail';
  const failure = await release('upgrade', 'image.tag=0.3.0', failing).then(
    () => 'it was released',
    (error: Error) => (/pre-upgrade/.test(error.message) ? undefined : error.message),
  );
  report.check('a failed migration fails the release', failure ? [failure] : []);
  report.check('the version before serves on', [
    ...(await findOthers('0.2.0')),
    ...(await findMissing(cluster, replicas)),
  ]);

  await timed(report, 'rolled back', () =>
    cluster.helm('rollback', 'lectern', '1', '--namespace', namespace, '--wait'),
  );
  report.check('every pod is of the version before', await findOthers('0.1.0'));

  await release(
    'upgrade',
    'image.tag=0.1.0',
    ...names.map((name) => `processes.${name}.replicas=3`),
  );
  report.check('three pods of each process', await findMissing(cluster, 3));
  report.check('the pods of a process are on several nodes', await findCrowded(cluster));

  await timed(report, 'the trial is installed, stores first', () =>
    cluster.helm(
      ...['install', 'lectern', chart, '--namespace', trialNamespace, '--values', trialValues],
      ...['--wait', '--timeout', '2m'],
    ),
  );
  const ready = ['--for=jsonpath={.status.readyReplicas}=1', '--timeout=60s'];
  await timed(report, 'each store of the trial is ready', () =>
    cluster.kubectl('-n', trialNamespace, 'wait', 'statefulsets', '--all', ...ready),
  );
}

async function checkRefusals(cluster: Cluster, siteValues: string, report: Report) {
  for (const { name, values, message } of wrongValues) {
    const file = join(dirname(siteValues), 'wrong.json');
    await writeFile(file, JSON.stringify(values));
    const parameters = ['template', 'lectern', chart, '--values', siteValues, '--values', file];
    const answer = await cluster.helm(...parameters).then(
      () => 'it was accepted',
      (error: Error) => error.message,
    );
    report.check(`refused: ${name} (${message})`, answer.includes(message) ? [] : [answer]);
  }
}

function findBrokenSettings(objects: readonly KubernetesObject[]): string[] {
  return objects
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) => spec.template.spec.containers)
    .flatMap(({ env }) => env)
    .filter(({ value }) => typeof value !== 'string' || /^\d+(\.\d+)?e\+\d+$/.test(value))
    .map(({ name, value }) => `${name}=${value}`);
}

/** Names the processes that have not `wanted` available pods. */
async function findMissing(cluster: Cluster, wanted: number): Promise<string[]> {
  const scaled = [`--for=jsonpath={.status.availableReplicas}=${wanted}`, '--timeout=60s'];
  await cluster
    .kubectl(
      '-n',
      namespace,
      'wait',
      ...names.map((name) => `deployment/lectern-${name}`),
      ...scaled,
    )
    .catch(() => undefined);
  const deployments = await cluster.list(namespace, 'deployments');
  const found = new Map(
    deployments.map(({ metadata, status }) => [componentOf(metadata), status.availableReplicas]),
  );
  return names
    .filter((name) => found.get(name) !== wanted)
    .map((name) => `${name}: ${found.get(name) ?? 0} of ${wanted}`);
}

/** Names the newest replica sets that are older than the end of the migration. */
async function findEarlyPods(cluster: Cluster): Promise<string[]> {
  const [job] = await cluster.list(namespace, 'jobs');
  const ended = job?.status.completionTime ?? '9';
  const sets = await cluster.list(namespace, 'replicasets');
  return sets
    .filter(({ spec }) => spec.template.spec.containers[0].image.endsWith(':0.2.0'))
    .filter(({ metadata }) => (metadata.creationTimestamp ?? '') < ended)
    .map(({ metadata }) => metadata.name);
}

async function findCrowded(cluster: Cluster): Promise<string[]> {
  const nodesOf = new Map<string, Set<string>>();
  for (const { metadata, spec } of await cluster.list(namespace, 'pods')) {
    const name = componentOf(metadata);
    if (names.includes(name))
      nodesOf.set(name, (nodesOf.get(name) ?? new Set()).add(spec.nodeName));
  }
  return [...nodesOf].filter(([, nodes]) => nodes.size < 2).map(([name]) => name);
}

function componentOf({ labels }: KubernetesObject['metadata']): string {
  return labels?.['app.kubernetes.io/component'] ?? '';
}

const report = new Report();
// Not KUBECONFIG, which may name a cluster in use.
const kubeconfig = process.env.LECTERN_KUBECONFIG;
if (kubeconfig) {
  await report.try('the run came to its end', () =>
    runKubernetes(new Cluster(kubeconfig), kubeconfig, report),
  );
} else {
  report.skip('the chart on a cluster', 'LECTERN_KUBECONFIG names no cluster');
}
console.log(
  `kubernetes: ${report.count('passed')} passed, ${report.count('failed')} failed, ` +
    `${report.count('skipped')} skipped`,
);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
