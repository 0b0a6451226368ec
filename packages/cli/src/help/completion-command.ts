import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { writeBashCompletion, writeFishCompletion, writeZshCompletion } from './completion.ts';

const writers = {
  bash: writeBashCompletion,
  zsh: writeZshCompletion,
  fish: writeFishCompletion,
};

export function addCompletionCommand(program: Command, { terminal }: CommandContext): void {
  const shells = Object.keys(writers);
  program
    .command('completion')
    .description('print what completes commands and options in a shell')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: keyof typeof writers) => terminal.write(writers[shell](program)));
}
