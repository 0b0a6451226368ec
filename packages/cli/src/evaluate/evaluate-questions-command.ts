import type { Command } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { evaluateQuestions, type QuestionsReport } from './evaluate-questions.ts';
import { costTitles, formatCost, formatTable } from './format-table.ts';
import { readQuestions } from './questions.ts';
import { formatComparison } from './scores.ts';
import { listSettings, nameSetting, type SettingFlags } from './settings.ts';

interface QuestionsFlags extends SettingFlags {
  readonly collection?: string;
}

export function addEvaluateQuestionsCommand(evaluate: Command, context: CommandContext): void {
  evaluate
    .command('questions')
    .description('measure how soon your own questions find the right page of your documents')
    .argument('<file>', 'JSON lines: question, and file with or without page, or answer')
    .option('-c, --collection <path>', 'where the documents are, such as Team/Handbook')
    .action(async (file: string, _: QuestionsFlags, command: Command) => {
      // `evaluate` takes the options that both have: modes, reranker, concurrency and JSON.
      const flags = command.optsWithGlobals<QuestionsFlags>();
      const questions = await readQuestions(file);
      const { terminal } = context;
      const connection = await context.connect();
      const collection = flags.collection && (await findCollection(connection, flags.collection));
      const { concurrency, metrics } = flags;
      const report = await evaluateQuestions(connection, questions, {
        terminal,
        settings: listSettings(flags),
        collectionId: collection ? collection.id : undefined,
        concurrency,
        metrics,
      });
      const lines = flags.json ? [JSON.stringify(report)] : formatQuestions(report);
      for (const line of lines) terminal.print(line);
    });
}

function formatQuestions({ questions, skipped, modes }: QuestionsReport): string[] {
  return [
    `${questions} questions${skipped > 0 ? ` (${skipped} more have no right passage to look for)` : ''}`,
    ...formatTable(
      ['mode', 'first', 'in 5', '1/rank', ...costTitles, 'against the first (95 %, p)'],
      modes.map((mode) => [
        nameSetting(mode),
        mode.right_at_1.toFixed(3),
        mode.right_at_5.toFixed(3),
        mode.reciprocal_rank.mean.toFixed(4),
        ...formatCost(mode),
        formatComparison(mode.against_first),
      ]),
    ),
  ];
}
