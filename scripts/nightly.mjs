// What takes too long for every change: faults with three seeds, the way back from a backup, figures.
import { join } from 'node:path';
import { repositoryFolder } from './repository.mjs';
import { runSuites } from './run-suites.mjs';

const node = join(repositoryFolder, 'node_modules/node/bin/node');
const documents = process.env.LECTERN_NIGHTLY_DOCUMENTS || '1000';
const today = Math.floor(Date.now() / 86_400_000);

process.exitCode = await runSuites([
  ...[1, 2, today].map((seed) => ({
    name: `faults with seed ${seed}`,
    command: ['npm', 'run', 'faults', '--', '--seed', `${seed}`, '--documents', documents],
    timeoutMinutes: 40,
  })),
  {
    name: 'backup and restore',
    command: [node, 'e2e/operations/check-backup.ts'],
    timeoutMinutes: 10,
  },
  ...['ingest', 'search', 'chat', 'mcp'].map((measure) => ({
    name: `bench ${measure}`,
    command: ['npm', 'run', 'bench', '--', measure],
    timeoutMinutes: 20,
    isOneCheck: true,
  })),
]);
