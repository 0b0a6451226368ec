import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../command-error.ts';
import { findCollection } from './resolve-collection.ts';

interface RechunkFlags {
  readonly children: boolean;
  readonly all: boolean;
  readonly document?: readonly string[];
}

export function addRechunkCommand(program: Command, context: CommandContext): void {
  program
    .command('rechunk')
    .alias('reparse')
    .description('read documents again, after a new version or changed settings of a collection')
    .argument('[collection]', 'path of the collection, such as Team/Handbook')
    .option('--document <ids...>', 'these documents in place of a collection')
    .option('--no-children', 'leave out the collections below it')
    .option('--all', 'also documents for which nothing changed', false)
    .action(async (path: string | undefined, { children, all, document }: RechunkFlags) => {
      const connection = await context.connect();
      if (document) {
        for (const id of document) await connection.call('retryDocument', { params: { id } });
        context.terminal.print(`${document.length} documents are read again`);
        return;
      }
      if (path === undefined) throw new UsageError('Name a collection, or --document with ids.');
      const { id } = await findCollection(connection, path);
      const { queued, unchanged } = await connection.call('rechunkCollection', {
        params: { id },
        body: { include_children: children, all },
      });
      context.terminal.print(`${queued} documents are cut anew, ${unchanged} need nothing`);
    });
}
