import { type CreateToken, createTokenSchema } from '@lectern/contracts';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../command-error.ts';

function readScopes(names: string): CreateToken['scopes'] {
  const read = createTokenSchema.shape.scopes.safeParse(
    names.split(',').map((name) => name.trim()),
  );
  if (read.success) return read.data;
  throw new UsageError(`--scopes: one of ${names} is no scope.`);
}

export function addTokenCommand(admin: Command, context: CommandContext): void {
  admin
    .command('token')
    .description('print an internal token, for trying services directly; it lives ten minutes')
    .requiredOption('--as <email>', 'the member that it speaks for')
    .option('--scopes <names>', 'nothing but these scopes, separated by commas')
    .action(async ({ as: email, scopes }: { as: string; scopes?: string }) => {
      const connection = await context.connect();
      const { token } = await connection.call('createToken', {
        body: { email, ...(scopes && { scopes: readScopes(scopes) }) },
      });
      context.terminal.print(token);
    });
}
