import { randomUUID } from 'node:crypto';
import type { BodyOf, Citation, CitationsData, StreamPart } from '@lectern/contracts';
import type { Command } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addAskCommand(program: Command, context: CommandContext): void {
  program
    .command('ask')
    .description('ask a question and get a cited answer')
    .argument('<question>')
    .option('-c, --collection <path>', 'answer from this collection and those below it')
    .option('--json', 'print the whole answer as JSON')
    .action(async (question: string, { collection, json }: AskFlags) => {
      const connection = await context.connect();
      const within = collection && (await findCollection(connection, collection));
      const body = {
        message: question,
        message_id: randomUUID(),
        ...(within && { collection_filter: { collection_ids: [within.id] } }),
      };
      if (json) {
        const whole = await connection.call('chat', { body });
        context.terminal.print(JSON.stringify(whole, null, 2));
        return;
      }
      const answer = await ask(connection, context.terminal, body);
      for (const line of describeCitations(answer.citations)) context.terminal.print(line);
      for (const { message } of answer.warnings) context.terminal.note(`Note: ${message}`);
    });
}

interface AskFlags {
  readonly collection?: string;
  readonly json?: boolean;
}

/**
 * Streams a turn to the terminal.
 * @throws CommandError when it ends without an answer.
 */
async function ask(
  connection: Connection,
  terminal: Terminal,
  body: BodyOf<'chat'>,
): Promise<CitationsData> {
  let streamed = '';
  let checked: CitationsData | undefined;
  for await (const part of connection.stream('chat', { body })) {
    if (part.type === 'text-delta') streamed += part.delta;
    if (part.type === 'data-citations') checked = part.data;
    show(part, terminal);
  }
  if (!checked) throw new CommandError('The answer was broken off.');
  if (checked.answer.trim() !== streamed.trim()) {
    terminal.print(streamed ? '\n\nAfter its citations were checked:' : '');
    terminal.write(checked.answer);
  }
  terminal.print('');
  return checked;
}

function show(part: StreamPart, terminal: Terminal): void {
  switch (part.type) {
    case 'text-delta':
      terminal.write(part.delta);
      return;
    case 'data-status':
      terminal.note(part.data.title);
      return;
    case 'data-approval':
      throw new CommandError('The answer waits until a person agrees to a tool call on the page.');
    case 'error':
      throw new CommandError(part.errorText);
    case 'start':
    case 'text-start':
    case 'text-end':
    case 'source-document':
    case 'data-route':
    case 'data-citations':
    case 'abort':
    case 'finish':
      return;
    default:
      part satisfies never;
  }
}

function describeCitations(citations: readonly Citation[]): string[] {
  if (citations.length === 0) return [];
  const lines = citations.map(({ n, title, page, url, supported }) => {
    const place = [title, page !== null && `page ${page}`, url].filter(Boolean).join(', ');
    return `[${n}] ${place}${supported ? '' : ' (not found in the source)'}`;
  });
  return ['', ...new Set(lines)];
}
