import type { Command } from 'commander';
import { z } from 'zod';
import type { CommandContext } from '../command-context.ts';
import { readFailure } from '../connection/read-failure.ts';

const tokenSchema = z.object({ token: z.string() });

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
        body: JSON.stringify({ email }),
      });
      if (!response.ok) throw await readFailure(response);
      context.terminal.print(tokenSchema.parse(await response.json()).token);
    });
}
