import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { findCollection } from './resolve-collection.ts';

interface RechunkFlags {
  readonly children: boolean;
  readonly all: boolean;
}

export function addRechunkCommand(program: Command, context: CommandContext): void {
  program
    .command('rechunk')
    .description('cut the documents of a collection anew, after its chunking settings changed')
    .argument('<collection>', 'path of the collection, such as Team/Handbook')
    .option('--no-children', 'leave out the collections below it')
    .option('--all', 'also documents for which nothing changed', false)
    .action(async (path: string, { children, all }: RechunkFlags) => {
      const connection = await context.connect();
      const { id } = await findCollection(connection, path);
      const { queued, unchanged } = await connection.call('rechunkCollection', {
        params: { id },
        body: { include_children: children, all },
      });
      context.terminal.print(`${queued} documents are cut anew, ${unchanged} need nothing`);
    });
}
