import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { listCollections } from './list-collections.ts';

export function addCollectionsCommand(program: Command, context: CommandContext): void {
  program
    .command('collections')
    .description('list the collections that you may see')
    .option('--json', 'print them as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const collections = await listCollections(await context.connect());
      if (json) {
        context.terminal.print(JSON.stringify({ collections }, null, 2));
        return;
      }
      for (const { path, document_count, permission } of collections) {
        context.terminal.print(`${path}  (${document_count} documents, ${permission})`);
      }
      if (collections.length === 0) context.terminal.note('There is no collection yet.');
    });
}
