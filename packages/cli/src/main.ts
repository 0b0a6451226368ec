#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runProgram } from './program.ts';
import { createProcessTerminal } from './terminal/process-terminal.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

// A reader such as `head` that has enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), {
  terminal: createProcessTerminal(process.stdout, process.stderr),
  stdio: process,
  environment: process.env,
  defaultHome: fileURLToPath(new URL('../../../.lectern', import.meta.url)),
  version,
});
