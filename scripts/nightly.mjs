// Suites that take too long for every change: faults with three seeds on embedded and on real stores,
// soaks, containers, export and import, acceptance, figures.
import { spawnSync } from 'node:child_process';
import { nodeFile } from './repository.mjs';
import { runSuites } from './run-suites.mjs';

const documents = process.env.LECTERN_NIGHTLY_DOCUMENTS || '1000';
const soakMinutes = process.env.LECTERN_NIGHTLY_SOAK_MINUTES || '20';
const today = Math.floor(Date.now() / 86_400_000);

const hasRegistry = answers(nodeFile, 'scripts/registry.mjs');

const stores = [
  { kind: 'embedded', needs: [] },
  { kind: 'real', needs: ['FAULTS_REDIS_SERVER', 'FAULTS_WEAVIATE_SERVER'] },
];

process.exitCode = await runSuites([
  ...stores.flatMap(({ kind, needs }) =>
    [1, 2, today].map((seed) => ({
      name: `faults on ${kind} stores with seed ${seed}`,
      command: [
        ...['npm', 'run', 'e2e', '--', 'faults', '--stores', kind],
        ...['--seed', `${seed}`, '--documents', documents],
      ],
      timeoutMinutes: 60,
      needs,
    })),
  ),
  ...stores.map(({ kind, needs }) => ({
    name: `soak on ${kind} stores`,
    command: ['npm', 'run', 'e2e', '--', 'soak', '--stores', kind, '--minutes', soakMinutes],
    timeoutMinutes: 2 * Number(soakMinutes) + 10,
    needs,
  })),
  {
    name: 'cluster',
    command: ['npm', 'run', 'e2e', '--', 'cluster'],
    timeoutMinutes: 30,
    needs: ['FAULTS_REDIS_SERVER', 'FAULTS_WEAVIATE_SERVER'],
  },
  {
    name: 'compose',
    // Without a registry the engine's own images have other digests.
    command: [
      ...[nodeFile, 'e2e/compose/run.ts'],
      ...(hasRegistry ? ['--file', 'docker-compose.pinned.yml'] : []),
    ],
    timeoutMinutes: 60,
    skipReason:
      answers('docker', 'info') && answers('docker', 'compose', 'version')
        ? undefined
        : 'no Docker engine with compose answers',
  },
  {
    name: 'kubernetes',
    command: [nodeFile, 'e2e/kubernetes/run.ts'],
    timeoutMinutes: 10,
    needs: ['LECTERN_KUBECONFIG'],
  },
  {
    name: 'every hostile request',
    command: ['npm', 'run', 'e2e', '--', 'hostile', '--every', '1'],
    timeoutMinutes: 40,
  },
  { name: 'acceptance', command: ['npm', 'test', '--', 'e2e/acceptance'], timeoutMinutes: 60 },
  { name: 'audit', command: ['npm', 'run', 'e2e', '--', 'audit'], timeoutMinutes: 20 },
  { name: 'fairness', command: ['npm', 'run', 'e2e', '--', 'fairness'], timeoutMinutes: 15 },
  {
    name: 'schemathesis',
    command: ['npm', 'run', 'e2e', '--', 'schemathesis'],
    timeoutMinutes: 60,
  },
  { name: 'conformance', command: ['npm', 'run', 'e2e', '--', 'conformance'], timeoutMinutes: 15 },
  { name: 'clients', command: ['npm', 'run', 'e2e', '--', 'clients'], timeoutMinutes: 60 },
  {
    name: 'images by digest',
    command: ['npm', 'run', 'pin-images', '--', '--check'],
    timeoutMinutes: 10,
    isOneCheck: true,
    skipReason: hasRegistry ? undefined : 'no registry of images answers',
  },
  { name: 'audit', command: [nodeFile, 'scripts/audit.mjs'], timeoutMinutes: 3 },
  {
    name: 'export and import',
    command: [nodeFile, 'e2e/operations/check-transfer.ts'],
    timeoutMinutes: 15,
  },
  { name: 'upgrade', command: ['npm', 'run', 'e2e', '--', 'upgrade'], timeoutMinutes: 30 },
  { name: 'highlights', command: ['npm', 'run', 'e2e', '--', 'highlights'], timeoutMinutes: 30 },
  {
    name: 'figures of the page',
    command: ['npm', 'run', 'e2e', '--', 'page-figures'],
    timeoutMinutes: 30,
  },
  {
    name: 'demo of research',
    command: ['npm', 'run', 'demo', '--', 'research'],
    timeoutMinutes: 5,
  },
  {
    name: 'research killed at every node',
    command: [nodeFile, 'bench/research/check-kills.ts'],
    timeoutMinutes: 10,
    isOneCheck: true,
  },
  {
    name: 'rates of the literature services under two replicas',
    command: [nodeFile, 'bench/research/measure-rates.ts'],
    timeoutMinutes: 5,
    isOneCheck: true,
  },
  ...['ingest', 'search', 'chat', 'mcp'].map((measure) => ({
    name: `bench ${measure}`,
    command: ['npm', 'run', 'bench', '--', measure],
    timeoutMinutes: 20,
    isOneCheck: true,
  })),
]);

function answers(program, ...parameters) {
  return spawnSync(program, parameters, { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
