import { type CreateToken, createdTokenSchema } from '@lectern/contracts';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { readFailure } from '../connection/read-failure.ts';

export function addTokenCommand(admin: Command, context: CommandContext): void {
  admin
    .command('token')
    .description('print an internal token, for trying services directly; it lives ten minutes')
    .requiredOption('--as <email>', 'the member that it speaks for')
    .action(async ({ as: email }: { as: string }) => {
      const connection = await context.connect();
      const response = await connection.request('/api/admin/tokens', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email } satisfies CreateToken),
      });
      if (!response.ok) throw await readFailure(response);
      context.terminal.print(createdTokenSchema.parse(await response.json()).token);
    });
}
