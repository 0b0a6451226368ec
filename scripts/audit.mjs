// Looks for known weaknesses of production dependencies, if the registry answers audits.
import { spawnSync } from 'node:child_process';
import { reportCheck } from './report.mjs';
import { repositoryFolder } from './repository.mjs';

const name = 'audit of production dependencies for known weaknesses, high or above';
const { status, stdout, stderr, error } = spawnSync(
  'npx',
  ['--yes', 'pnpm@12.21.0', 'audit', '--prod', '--audit-level', 'high'],
  { cwd: repositoryFolder, encoding: 'utf8', timeout: 120_000 },
);
const output = `${stdout ?? ''}${stderr ?? ''}`;

if (status === 0) finish('passed');
else if (
  error ||
  /ERR_PNPM_AUDIT_(BAD_RESPONSE|ENDPOINT|NO_)|ENOTFOUND|ECONNREFUSED/.test(output)
) {
  finish('skipped', 'the registry answers no audits');
} else {
  console.log(output);
  finish('failed', 'see above');
}

function finish(outcome, reason) {
  reportCheck({ name, status: outcome, ...(reason && { reason }) });
  console.log(`${outcome}: ${name}${reason ? ` (${reason})` : ''}`);
  process.exitCode = outcome === 'failed' ? 1 : 0;
}
