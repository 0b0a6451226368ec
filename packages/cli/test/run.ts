import { PassThrough, Readable } from 'node:stream';
import { runProgram } from '../src/program.ts';
import type { Terminal } from '../src/terminal/terminal.ts';
import { apiKey, type FakeGateway } from './fake-gateway.ts';

export interface RunOutcome {
  readonly exitCode: number;
  readonly output: string;
  readonly notes: string;
}

/** Runs a command line against a gateway and records what it writes. */
export async function run(
  gateway: Pick<FakeGateway, 'url'>,
  ...args: readonly string[]
): Promise<RunOutcome> {
  return runWith({ LECTERN_URL: gateway.url, LECTERN_API_KEY: apiKey }, ...args);
}

export async function runWith(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<RunOutcome> {
  let output = '';
  let notes = '';
  const terminal: Terminal = {
    print: (line) => {
      output += `${line}\n`;
    },
    write: (text) => {
      output += text;
    },
    note: (line) => {
      notes += `${line}\n`;
    },
    openProgress: () => ({ addStep: () => ({ update: () => {} }), close: () => {} }),
  };
  const exitCode = await runProgram(args, {
    terminal,
    stdio: { stdin: Readable.from([]), stdout: new PassThrough() },
    environment,
    defaultHome: '/nonexistent',
    version: '1.2.3',
  });
  return { exitCode, output, notes };
}
