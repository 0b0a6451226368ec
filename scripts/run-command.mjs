import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildWebWhenStale } from './build-web.mjs';
import { installWhenStale } from './install.mjs';
import { makeMemoryFolder, removeFolder } from './memory-folder.mjs';
import { nodeFile, repositoryFolder } from './repository.mjs';

/** Program and parameters of each npm script, run by the repository's own Node. */
const commands = {
  start: ['--max-semi-space-size=2', 'packages/local/src/main.ts', 'start'],
  demo: ['packages/local/src/main.ts', 'demo'],
  test: ['scripts/run-checks.mjs'],
  bench: ['bench/main.ts'],
  'pack:cli': ['packages/cli/build.ts'],
};

/** Programs of `npm run e2e -- NAME`, each `e2e/NAME.ts`. */
const endToEnd = [
  'audit',
  'browser',
  'clients',
  'cluster',
  'conformance',
  'fairness',
  'faults',
  'highlights',
  'hostile',
  'page-figures',
  'replicas',
  'rolling',
  'schemathesis',
  'screenshots',
  'soak',
  'upgrade',
];

/** Commands that run without development tools. */
const productCommands = ['start', 'demo'];

/** Commands that serve the page. */
const needsPage = [
  'start',
  'demo',
  'test',
  'browser',
  'screenshots',
  'highlights',
  'page-figures',
  'soak',
];

/** Commands that make many databases and homes for a short time. */
const needsTemporaryFiles = ['test', 'faults', 'browser', 'hostile'];

/** Node keeps compiled code there: a suite takes a fifth less of the processor to start again. */
const compileCache = join(repositoryFolder, 'node_modules/.cache/node');

const parentPollMs = 1_000;

/** Installs when needed, then runs a command; this process ends with its exit code. */
export async function runCommand(script, given) {
  const [name, parameters] = script === 'e2e' ? [given[0], given.slice(1)] : [script, given];
  const command = script === 'e2e' ? findEndToEnd(name) : commands[name];
  if (command === undefined) {
    const known = script === 'e2e' ? endToEnd : Object.keys(commands);
    console.error(`Unknown command ${name ?? ''}. Available: ${known.join(', ')}.`);
    process.exit(1);
  }
  process.chdir(repositoryFolder);
  await installWhenStale({ productOnly: productCommands.includes(name) });
  if (needsPage.includes(name)) await buildWebWhenStale();

  const binFolder = join(repositoryFolder, 'node_modules/.bin');
  const temporary =
    needsTemporaryFiles.includes(name) && !process.env.TMPDIR ? makeMemoryFolder() : undefined;
  if (temporary) process.on('exit', () => removeFolder(temporary));
  const child = spawn(nodeFile, ['--disable-sigusr1', ...command, ...parameters], {
    env: {
      ...process.env,
      PATH: `${binFolder}${delimiter}${process.env.PATH}`,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache,
      ...(temporary && { TMPDIR: temporary }),
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  stopWithParent(child);
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    if (temporary) removeFolder(temporary);
    for (const handled of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(handled);
    process.kill(process.pid, signal);
  });
}

const findEndToEnd = (name) => (endToEnd.includes(name) ? [`e2e/${name}.ts`] : undefined);

/** Ends the child when npm was killed; a shell may stand between npm and this process. */
function stopWithParent(child) {
  const parent = process.ppid;
  const grandparent = findParent(parent);
  setInterval(() => {
    if (process.ppid !== parent || findParent(parent) !== grandparent) child.kill('SIGTERM');
  }, parentPollMs).unref();
}

/** Returns the parent of a process, from /proc. */
function findParent(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
