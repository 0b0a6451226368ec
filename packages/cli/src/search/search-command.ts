import { type FoundChunk, type SearchMode, searchModeSchema } from '@lectern/contracts';
import { type Command, Option } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { parseLimit } from '../parse-count.ts';

interface SearchFlags {
  readonly limit: number;
  readonly mode: SearchMode;
  readonly collection?: string;
  readonly json?: boolean;
}

export function addSearchCommand(program: Command, context: CommandContext): void {
  program
    .command('search')
    .description('search for passages')
    .argument(
      '<query>',
      'a question or words; "a phrase", -word, type:pdf, in:"Papers", after:2024, before:2024-05',
    )
    .option('-n, --limit <count>', 'passages to show', parseLimit, 5)
    .addOption(
      new Option('-m, --mode <mode>', 'how to search')
        .choices(searchModeSchema.options)
        .default('hybrid'),
    )
    .option('-c, --collection <path>', 'search this collection and those below it')
    .option('--json', 'print the answer as JSON')
    .action(async (query: string, { limit, mode, collection, json }: SearchFlags) => {
      const { terminal } = context;
      const connection = await context.connect();
      const within = collection && (await findCollection(connection, collection));
      const answer = await connection.call('search', {
        body: {
          query,
          limit,
          mode,
          ...(within && { collection_filter: { collection_ids: [within.id] } }),
        },
      });
      if (json) {
        terminal.print(JSON.stringify(answer, null, 2));
        return;
      }
      for (const { message } of answer.warnings) terminal.note(`Note: ${message}`);
      answer.chunks.forEach((chunk, index) => {
        terminal.print(`${index + 1}. ${describe(chunk)}`);
        terminal.print(`${indent(chunk.text)}\n`);
      });
      terminal.note(`${answer.chunks.length} passages in ${Math.round(answer.search_time_ms)} ms`);
    });
}

function describe(chunk: FoundChunk): string {
  const { metadata, scores } = chunk;
  const place = [
    chunk.collection_name,
    metadata?.page && `page ${metadata.page}`,
    metadata?.section,
    scores && `relevance ${scores.relevance.toFixed(2)}`,
  ];
  return `${chunk.document_title} (${place.filter(Boolean).join(', ')})`;
}

function indent(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `   ${line}`)
    .join('\n');
}
