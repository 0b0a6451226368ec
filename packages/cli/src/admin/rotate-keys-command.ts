import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';

const standalone = fileURLToPath(new URL('../../../standalone/src/main.ts', import.meta.url));
const timeoutMs = 60_000;

export interface RotateKeysOptions {
  /** Of the suite of this machine. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The home's owner does it, on the machine itself; no running suite is asked. */
export function addRotateKeysCommand(
  admin: Command,
  { terminal }: CommandContext,
  { home, environment }: RotateKeysOptions,
): void {
  admin
    .command('rotate-keys')
    .description('new keys for internal tokens of the stopped suite in LECTERN_HOME')
    .action(async () => {
      const env = { ...environment, LECTERN_HOME: home };
      try {
        const { stdout } = await promisify(execFile)(
          process.execPath,
          [standalone, 'rotate-keys'],
          { env, timeout: timeoutMs },
        );
        terminal.write(stdout);
      } catch (error) {
        const { stderr, message } = error as Error & { stderr?: string };
        throw new CommandError(stderr?.trim().replace(/^lectern: /, '') || message);
      }
    });
}
