import { type Document, documentStatusSchema } from '@lectern/contracts';
import { type Command, Option } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import type { Connection } from '../connection/connection.ts';

interface DocumentsFlags {
  readonly collection?: string;
  readonly status?: Document['status'];
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
    .option('--json', 'print them as JSON')
    .action(async ({ collection, status, json }: DocumentsFlags) => {
      const connection = await context.connect();
      const within = collection && (await findCollection(connection, collection));
      const documents = await listDocuments(connection, {
        ...(within && { collection_id: within.id, include_children: 'true' }),
        ...(status && { status }),
      });
      if (json) {
        context.terminal.print(JSON.stringify({ documents }, null, 2));
        return;
      }
      for (const document of documents) context.terminal.print(describe(document));
      if (documents.length === 0) context.terminal.note('There is no such document.');
    });
}

interface DocumentsQuery {
  readonly collection_id?: string;
  readonly include_children?: 'true';
  readonly status?: Document['status'];
}

async function listDocuments(connection: Connection, query: DocumentsQuery): Promise<Document[]> {
  const documents: Document[] = [];
  let cursor: string | undefined;
  do {
    const page = await connection.call('listDocuments', {
      query: { ...query, limit: 500, ...(cursor && { cursor }) },
    });
    documents.push(...page.documents);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return documents;
}

function describe({ id, title, status, page_count, error }: Document): string {
  const facts = [status, page_count && `${page_count} pages`, error?.code];
  return `${id}  ${title}  (${facts.filter(Boolean).join(', ')})`;
}
