import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { type HomeOptions, runOnHome } from './run-on-home.ts';

export function addRotateKeysCommand(
  admin: Command,
  { terminal }: CommandContext,
  options: HomeOptions,
): void {
  admin
    .command('rotate-keys')
    .description('new keys for internal tokens of the stopped suite in LECTERN_HOME')
    .action(() => runOnHome(options, terminal, ['rotate-keys']));
}
