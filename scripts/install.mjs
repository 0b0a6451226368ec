import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pruneOtherPlatforms } from './prune-platforms.mjs';
import { nodeFile, repositoryFolder } from './repository.mjs';
import { runProgram } from './run-program.mjs';

const stampFile = join(repositoryFolder, 'node_modules/.lectern-installed');

/**
 * Installs the packages that the lock file names, unless that was done already. With `productOnly`
 * the development tools are left out, unless an earlier command installed them.
 */
export async function installWhenStale({ productOnly = false } = {}) {
  const stamp = createStamp();
  const [installed, scope = 'all'] = readStamp();
  const hasTools = installed !== undefined && scope === 'all';
  const withoutTools = productOnly && !hasTools;
  const isFresh = existsSync(nodeFile) && installed === stamp;
  if (isFresh && (hasTools || withoutTools)) return;

  const { packageManager } = JSON.parse(readRepositoryFile('package.json'));
  console.error(`Installing packages with ${packageManager} (a minute or two the first time)`);
  const { status, output } = await runProgram(
    'npx',
    [
      '--yes',
      packageManager,
      'install',
      '--frozen-lockfile',
      ...(withoutTools ? ['--prod'] : []),
      '--config.confirmModulesPurge=false',
      '--reporter=append-only',
    ],
    { cwd: repositoryFolder, stdio: ['ignore', 2, 2] },
  );
  if (status !== 0) {
    console.error(output ? `npx did not run: ${output}` : 'The installation failed.');
    process.exit(status);
  }
  pruneOtherPlatforms(repositoryFolder);
  writeFileSync(stampFile, `${stamp}\n${withoutTools ? 'product' : 'all'}\n`);
}

/** Changes when another set of packages, or packages for another system, would be installed. */
function createStamp() {
  const hash = createHash('sha256');
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) {
    hash.update(readRepositoryFile(name));
  }
  return `${hash.digest('hex')} ${process.platform} ${process.arch}`;
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim().split('\n') : [];
}

function readRepositoryFile(name) {
  return readFileSync(join(repositoryFolder, name), 'utf8');
}
