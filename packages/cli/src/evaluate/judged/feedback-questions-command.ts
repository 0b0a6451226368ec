import { type FeedbackEntry, feedbackEntrySchema } from '@lectern/contracts';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../../command-context.ts';
import type { Connection } from '../../connection/connection.ts';
import { writeOutput } from '../../write-output.ts';

interface FeedbackFlags {
  readonly rating?: FeedbackEntry['rating'];
  readonly output?: string;
  readonly force?: boolean;
}

const pageSize = 100;

/** `lectern evaluate feedback`: questions that people rated the answer of, as a file of questions. */
export function addFeedbackQuestionsCommand(evaluate: Command, context: CommandContext): void {
  evaluate
    .command('feedback')
    .description('write the questions whose answers people rated, as a file of questions')
    .addOption(
      new Option('--rating <rating>', 'only those with it; all otherwise').choices(
        feedbackEntrySchema.shape.rating.options,
      ),
    )
    .option('-o, --output <file>', 'file to write; else standard output')
    .option('--force', 'replace the file')
    .action(async ({ rating, output, force = false }: FeedbackFlags) => {
      const entries = await listFeedback(await context.connect(), rating);
      const byQuestion = new Map(entries.map((entry) => [entry.question.trim(), entry]));
      const lines = [...byQuestion].flatMap(([question, entry]) =>
        question === '' ? [] : [JSON.stringify({ question, rating: entry.rating })],
      );
      const text = lines.map((line) => `${line}\n`).join('');
      await writeOutput(context.terminal, { text, file: output, replaces: force });
      context.terminal.note(`${lines.length} questions`);
    });
}

/** The oldest first, so that the newest rating of a question counts. */
async function listFeedback(
  connection: Connection,
  rating: FeedbackEntry['rating'] | undefined,
): Promise<FeedbackEntry[]> {
  const found: FeedbackEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await connection.call('listFeedback', {
      query: { limit: pageSize, ...(rating && { rating }), ...(cursor && { cursor }) },
    });
    found.push(...page.feedback);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return found.toReversed();
}
