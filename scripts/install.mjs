import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from './repository.mjs';
import { runProgram } from './run-program.mjs';

const stampFile = join(repositoryFolder, 'node_modules/.lectern-installed');
const nodeFile = join(repositoryFolder, 'node_modules/node/bin/node');

/** Installs the packages that the lock file names, unless that was done already. */
export async function installWhenStale() {
  const stamp = createStamp();
  if (existsSync(nodeFile) && readStamp() === stamp) return;

  const { packageManager } = JSON.parse(readRepositoryFile('package.json'));
  console.error(`Installing packages with ${packageManager} (a minute or two the first time)`);
  const { status, output } = await runProgram(
    'npx',
    [
      '--yes',
      packageManager,
      'install',
      '--frozen-lockfile',
      '--config.confirmModulesPurge=false',
      '--reporter=append-only',
    ],
    { cwd: repositoryFolder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
  );
  if (status !== 0) {
    console.error(output ? `npx did not run: ${output}` : 'The installation failed.');
    process.exit(status);
  }
  writeFileSync(stampFile, stamp);
}

/** Changes when another set of packages, or packages for another system, would be installed. */
function createStamp() {
  const hash = createHash('sha256');
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) {
    hash.update(readRepositoryFile(name));
  }
  return `${hash.digest('hex')} ${process.platform} ${process.arch}\n`;
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
}

function readRepositoryFile(name) {
  return readFileSync(join(repositoryFolder, name), 'utf8');
}
