import { AppError } from '@lectern/contracts';
import type { Command } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../command-error.ts';

interface DeleteFlags {
  readonly collection?: string;
  readonly json?: boolean;
}

export function addDeleteCommand(program: Command, context: CommandContext): void {
  program
    .command('delete')
    .description('delete documents by id, or an empty collection')
    .argument('[ids...]', 'ids of documents, as `lectern documents` shows them')
    .option('-c, --collection <path>', 'delete this collection, which must be empty')
    .option('--json', 'print what was deleted as JSON')
    .action(async (ids: string[], { collection, json }: DeleteFlags) => {
      if (ids.length === 0 && !collection) {
        throw new UsageError('Name documents by their ids, or a collection with --collection.');
      }
      const { terminal } = context;
      const connection = await context.connect();
      const deleted: string[] = [];
      const failed: { id: string; code: string; message: string }[] = [];
      for (const id of ids) {
        try {
          await connection.call('deleteDocument', { params: { id } });
          deleted.push(id);
        } catch (error) {
          if (!(error instanceof AppError) || error.retryable || error.status === 401) throw error;
          failed.push({ id, code: error.code, message: error.message });
        }
      }
      if (collection) {
        const { id } = await findCollection(connection, collection);
        await connection.call('deleteCollection', { params: { id } });
        deleted.push(id);
      }
      if (failed.length > 0) context.fail();
      if (json) {
        terminal.print(JSON.stringify({ deleted, failed }, null, 2));
        return;
      }
      terminal.print(`${deleted.length} deleted, ${failed.length} failed`);
      for (const { id, code, message } of failed) terminal.print(`  ${id}: ${code}: ${message}`);
    });
}
