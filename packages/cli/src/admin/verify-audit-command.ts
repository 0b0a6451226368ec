import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.ts';

export function addVerifyAuditCommand(admin: Command, context: CommandContext): void {
  admin
    .command('audit')
    .description('check the audit log')
    .command('verify')
    .description('check that no audit event was changed or removed')
    .option(
      '--expect <id:hash>',
      'last event of an earlier check, which must still be there',
      readHead,
    )
    .action(async ({ expect: expected }: { readonly expect?: Head }) => {
      const connection = await context.connect();
      const { events, last_id, hash, broken_id } = await connection.call('verifyAudit', {
        body: { expected },
      });
      if (broken_id !== null) {
        context.fail();
        context.terminal.print(`Event ${broken_id}, or one before it, was changed or removed.`);
        return;
      }
      context.terminal.print(`${events} audit events are whole. Last: ${last_id}:${hash}`);
    });
}

interface Head {
  readonly id: string;
  readonly hash: string;
}

function readHead(text: string): Head {
  const [, id, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (id === undefined || hash === undefined) {
    throw new InvalidArgumentError('It is an id, a colon and a hash, as a check prints them.');
  }
  return { id, hash };
}
