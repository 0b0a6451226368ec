import { randomUUID } from 'node:crypto';
import type { Citation } from '@lectern/contracts';
import type { Command } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import { readFailure } from '../connection/read-failure.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CheckedAnswer } from './ask-events.ts';
import { readTurn } from './read-turn.ts';

export function addAskCommand(program: Command, context: CommandContext): void {
  program
    .command('ask')
    .description('ask a question and get a cited answer')
    .argument('<question>')
    .option('-c, --collection <path>', 'answer from this collection and those below it')
    .action(async (question: string, { collection }: { collection?: string }) => {
      const connection = await context.connect();
      const within = collection && (await findCollection(connection, collection));
      const answer = await ask(connection, context.terminal, {
        message: question,
        message_id: randomUUID(),
        ...(within && { collection_filter: { collection_ids: [within.id] } }),
      });
      for (const line of describeCitations(answer.citations)) context.terminal.print(line);
      for (const { message } of answer.warnings) context.terminal.note(`Note: ${message}`);
    });
}

/** Streams a turn to the terminal. Throws `CommandError` when it ends without an answer. */
async function ask(
  connection: Connection,
  terminal: Terminal,
  body: object,
): Promise<CheckedAnswer> {
  const response = await connection.request('/api/chat/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
  });
  if (!response.ok || !response.body) throw await readFailure(response);

  let streamed = '';
  let checked: CheckedAnswer | undefined;
  for await (const part of readTurn(response.body)) {
    if (part.type === 'text-delta') {
      streamed += part.delta;
      terminal.write(part.delta);
    } else if (part.type === 'data-status') {
      terminal.note(part.data.title);
    } else if (part.type === 'data-citations') {
      checked = part.data;
    } else if (part.type === 'error') {
      throw new CommandError(part.errorText);
    }
  }
  if (!checked) throw new CommandError('The answer was broken off.');
  if (checked.answer.trim() !== streamed.trim()) {
    terminal.print(streamed ? '\n\nAfter its citations were checked:' : '');
    terminal.write(checked.answer);
  }
  terminal.print('');
  return checked;
}

function describeCitations(citations: readonly Citation[]): string[] {
  if (citations.length === 0) return [];
  const lines = citations.map(({ n, title, page, url, supported }) => {
    const place = [title, page !== null && `page ${page}`, url].filter(Boolean).join(', ');
    return `[${n}] ${place}${supported ? '' : ' (not found in the source)'}`;
  });
  return ['', ...new Set(lines)];
}
