#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './program.ts';
import { createProcessTerminal } from './terminal/process-terminal.ts';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { readonly version: string };

// npm runs scripts in the repository: paths are those of the folder in which npm was called.
const { INIT_CWD: calledFrom, npm_lifecycle_event: script } = process.env;
if (script === 'lectern' && calledFrom) process.chdir(calledFrom);

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
/** Without a checkout around it, as a package of its own. */
const isPacked = !existsSync(resolve(checkout, 'pnpm-workspace.yaml'));

// A reader such as `head` that has enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), {
  terminal: createProcessTerminal(process.stdout, process.stderr),
  stdio: process,
  environment: process.env,
  defaultHome: resolve(isPacked ? process.cwd() : checkout, '.lectern'),
  version,
});
