import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { type HomeOptions, runOnHome } from './run-on-home.ts';

export function addTransferCommands(
  admin: Command,
  { terminal }: CommandContext,
  options: HomeOptions,
): void {
  admin
    .command('export <file>')
    .description('write the site in LECTERN_HOME, running or stopped, into one archive')
    .action((file: string) => runOnHome(options, terminal, ['export', resolve(file)]));
  admin
    .command('import <file>')
    .description('make a new site in LECTERN_HOME out of an archive')
    .action((file: string) => runOnHome(options, terminal, ['import', resolve(file)]));
}
