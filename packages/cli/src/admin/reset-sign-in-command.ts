import { resetSignInSchema } from '@lectern/contracts';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';

type What = (typeof resetSignInSchema.shape.what.options)[number];

const words: Readonly<Record<What, string>> = {
  oidc: 'binding to the identity provider',
  passkeys: 'passkey',
  second_factor: 'second factor',
};

export function addResetSignInCommand(admin: Command, context: CommandContext): void {
  admin
    .command('reset-sign-in')
    .description(
      "take away a person's binding to the identity provider, the passkeys or the second factor",
    )
    .argument('<email>')
    .addOption(
      new Option('--what <part>', 'what is taken away')
        .choices(resetSignInSchema.shape.what.options)
        .makeOptionMandatory(),
    )
    .action(async (email: string, { what }: { readonly what: What }) => {
      const connection = await context.connect();
      const { was_set } = await connection.call('resetSignIn', { body: { email, what } });
      context.terminal.note(
        was_set ? `${email} has no ${words[what]} now.` : `${email} had no ${words[what]}.`,
      );
    });
}
