import type { Command } from 'commander';
import { ensureCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../command-error.ts';

interface SaveFlags {
  readonly collection?: string;
  readonly pmid?: string[];
  readonly nct?: string[];
  readonly anew?: boolean;
  readonly json?: boolean;
}

/** `lectern research save`: records of a run as documents. */
export function addSaveCommand(research: Command, context: CommandContext): void {
  const collect = (value: string, before: readonly string[] = []) => [...before, value];
  research
    .command('save')
    .description('save records of a run into a collection, where they are searched and cited')
    .argument('<id>')
    .option('-c, --collection <path>', 'collection to save into; made when it is missing')
    .option('--pmid <pmid>', 'only this publication; may be repeated', collect)
    .option('--nct <number>', 'only this trial; may be repeated', collect)
    .option('--anew', 'ask the services again, so that changed records are updated')
    .option('--json', 'print what was saved as JSON')
    .action(async (id: string, _flags: object, command: Command) => {
      const { collection, pmid, nct, anew, json } = command.optsWithGlobals<SaveFlags>();
      if (!collection) throw new UsageError('Name a collection with --collection.');
      const { terminal } = context;
      const connection = await context.connect();
      const { id: collectionId } = await ensureCollection(connection, collection);
      const saved = await connection.call('saveResearch', {
        params: { id },
        body: {
          collection_id: collectionId,
          ...(pmid && { pmids: pmid }),
          ...(nct && { nct_ids: nct }),
          ...(anew && { fetch_policy: 'network_only' }),
        },
      });
      if (json) {
        terminal.print(JSON.stringify(saved, null, 2));
        return;
      }
      for (const { external_id, document_id, status } of saved.documents) {
        terminal.print(`${external_id}  ${status}${document_id ? `  ${document_id}` : ''}`);
      }
      if (saved.documents.length === 0) terminal.note('The run has no such records.');
    });
}
