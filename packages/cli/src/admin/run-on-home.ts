import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../command-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

const localProgram = fileURLToPath(new URL('../../../local/src/main.ts', import.meta.url));

/** The suite of this machine. */
export interface HomeOptions {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs a command on the home itself, without a running suite. The last line on its standard error is
 * the reason of a failure; the lines before are remarks.
 */
export async function runOnHome(
  { home, environment }: HomeOptions,
  terminal: Terminal,
  parameters: readonly string[],
): Promise<void> {
  if (!existsSync(localProgram)) {
    throw new CommandError(
      'This works on the stores themselves, so it needs a checkout of Lectern: npm run lectern -- admin …',
    );
  }
  const child = spawn(process.execPath, [localProgram, ...parameters], {
    env: { ...environment, LECTERN_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => terminal.write(text));
  const failure: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (failure.length > 0 || line.startsWith('lectern: ')) failure.push(line);
    else terminal.note(line);
  });
  // Both processes receive Ctrl-C; the child cleans up and reports it.
  const wait = () => {};
  process.on('SIGINT', wait);
  const [code] = await once(child, 'close').finally(() => process.off('SIGINT', wait));
  if (code === 0) return;
  const sentence = failure.join('\n').replace(/^lectern: /, '');
  throw new CommandError(sentence || `It ended with exit code ${code}.`);
}
