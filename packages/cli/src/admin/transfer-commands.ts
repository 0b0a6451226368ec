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
    .description('export the site in LECTERN_HOME, running or stopped, to one archive')
    .option('--with-secrets', 'include sessions, credentials and the keys that encrypt them')
    .action((file: string, { withSecrets }: { readonly withSecrets?: boolean }) =>
      runOnHome(options, terminal, [
        'export',
        resolve(file),
        ...(withSecrets ? ['--with-secrets'] : []),
      ]),
    );
  admin
    .command('import <file>')
    .description('create a site in LECTERN_HOME from an archive')
    .action((file: string) => runOnHome(options, terminal, ['import', resolve(file)]));
  admin
    .command('restore <file>')
    .description('restore an archive or an encrypted backup into a scratch database')
    .requiredOption('--check', 'report what can be restored, and change nothing')
    .option('--identity <file>', 'file with the private key of age')
    .action((file: string, { identity }: { readonly identity?: string }) =>
      runOnHome(options, terminal, [
        'check-archive',
        resolve(file),
        ...(identity ? [resolve(identity)] : []),
      ]),
    );
}
