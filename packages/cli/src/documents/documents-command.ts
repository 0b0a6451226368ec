import { type Document, documentStatusSchema } from '@lectern/contracts';
import { type Command, Option } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { readPages } from '../connection/read-pages.ts';

interface DocumentsFlags {
  readonly collection?: string;
  readonly status?: Document['status'];
  readonly outdated?: boolean;
  readonly json?: boolean;
}

export function addDocumentsCommand(program: Command, context: CommandContext): void {
  program
    .command('documents')
    .alias('list')
    .description('list documents with their state')
    .option('-c, --collection <path>', 'only of this collection and those below it')
    .addOption(
      new Option('--status <status>', 'only in this state').choices(documentStatusSchema.options),
    )
    .option('--outdated', 'only those that an earlier version of Lectern read')
    .option('--json', 'print them as JSON')
    .action(async ({ collection, status, outdated, json }: DocumentsFlags) => {
      const connection = await context.connect();
      const within = collection && (await findCollection(connection, collection));
      const filter = {
        ...(within && { collection_id: within.id, include_children: 'true' as const }),
        ...(status && { status }),
        ...(outdated && { outdated: 'true' as const }),
      };
      const documents = await readPages(
        (query) => connection.call('listDocuments', { query: { ...query, ...filter } }),
        (page) => page.documents,
      );
      if (json) {
        context.terminal.print(JSON.stringify({ documents }, null, 2));
        return;
      }
      for (const document of documents) context.terminal.print(describe(document));
      if (documents.length === 0) context.terminal.note('There is no such document.');
    });
}

function describe({ id, title, status, page_count, error }: Document): string {
  const facts = [status, page_count && `${page_count} pages`, error?.code];
  return `${id}  ${title}  (${facts.filter(Boolean).join(', ')})`;
}
