import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { parseLimit } from '../parse-count.ts';

const defaultLimit = 20;

export function addConversationsCommand(program: Command, context: CommandContext): void {
  program
    .command('conversations')
    .description('list your conversations, the latest first, or show one')
    .argument('[id]', 'conversation to show')
    .option('-n, --limit <count>', 'conversations to list', parseLimit, defaultLimit)
    .option('--json', 'print the answer as JSON')
    .action(async (id: string | undefined, { limit, json }: { limit: number; json?: boolean }) => {
      const { terminal } = context;
      const connection = await context.connect();
      if (id) {
        const answer = await connection.call('listMessages', { params: { id } });
        if (json) terminal.print(JSON.stringify(answer, null, 2));
        else {
          for (const { role, content } of answer.messages) {
            terminal.print(`${role === 'user' ? '> ' : ''}${content}\n`);
          }
        }
        return;
      }
      const answer = await connection.call('listConversations', { query: { limit } });
      if (json) {
        terminal.print(JSON.stringify(answer, null, 2));
        return;
      }
      for (const { id: of, title, updated_at } of answer.conversations) {
        terminal.print(`${of}  ${title}  (${updated_at})`);
      }
      if (answer.conversations.length === 0) terminal.note('There is no conversation yet.');
    });
}
