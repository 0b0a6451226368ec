import { roleSchema } from '@lectern/contracts';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';

export function addInviteCommand(program: Command, context: CommandContext): void {
  program
    .command('invite')
    .description('invite a person into the organisation; prints a link that works once')
    .argument('<email>')
    .addOption(
      new Option('-r, --role <role>', 'what the person may do')
        .choices(roleSchema.options)
        .default('member'),
    )
    .option('--json', 'print the invitation as JSON')
    .action(async (email: string, { role, json }: InviteFlags) => {
      const connection = await context.connect();
      const invitation = await connection.call('createInvitation', { body: { email, role } });
      const { link, expires_at, mailed } = invitation;
      context.terminal.print(json ? JSON.stringify(invitation, null, 2) : link);
      if (json) return;
      context.terminal.note(`For ${email} alone, as ${role}, until ${expires_at}.`);
      if (mailed) context.terminal.note('It was mailed too.');
    });
}

interface InviteFlags {
  readonly role: (typeof roleSchema.options)[number];
  readonly json?: boolean;
}
