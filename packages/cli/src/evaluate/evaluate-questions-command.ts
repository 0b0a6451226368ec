import type { SearchMode } from '@lectern/contracts';
import type { Command } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { formatComparison, nameSetting } from './evaluate.ts';
import { evaluateQuestions, type QuestionsReport } from './evaluate-questions.ts';
import { readQuestions } from './questions.ts';

interface QuestionsFlags {
  readonly mode: readonly SearchMode[];
  readonly rerank: boolean;
  readonly concurrency: number;
  readonly collection?: string;
  readonly json?: boolean;
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
      const reranked = flags.rerank ? [false, true] : [false];
      const report = await evaluateQuestions({ connection, terminal }, questions, {
        settings: flags.mode.flatMap((mode) => reranked.map((rerank) => ({ mode, rerank }))),
        collectionId: collection ? collection.id : undefined,
        concurrency: flags.concurrency,
      });
      const lines = flags.json ? [JSON.stringify(report)] : formatQuestions(report);
      for (const line of lines) terminal.print(line);
    });
}

function formatQuestions({ questions, skipped, modes }: QuestionsReport): string[] {
  return [
    `${questions} questions${skipped > 0 ? ` (${skipped} more have no right passage to look for)` : ''}`,
    `${'mode'.padEnd(15)} first  in 5   1/rank  median ms  p95 ms  against the first (95 %, p)`,
    ...modes.map((mode) =>
      [
        nameSetting(mode).padEnd(15),
        mode.right_at_1.toFixed(3).padEnd(6),
        mode.right_at_5.toFixed(3).padEnd(6),
        mode.reciprocal_rank.mean.toFixed(4).padEnd(7),
        mode.median_search_ms.toFixed(1).padEnd(10),
        mode.p95_search_ms.toFixed(1).padEnd(7),
        mode.against_first ? formatComparison(mode.against_first) : '',
      ]
        .join(' ')
        .trimEnd(),
    ),
  ];
}
