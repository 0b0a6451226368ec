import { type SearchMode, searchModeSchema } from '@lectern/contracts';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { parseCount } from '../parse-count.ts';
import {
  type EvaluationReport,
  evaluate,
  formatComparison,
  formatScore,
  nameSetting,
} from './evaluate.ts';
import { addEvaluateQuestionsCommand } from './evaluate-questions-command.ts';
import { addEvaluateRoutingCommand, type Environment } from './evaluate-routing-command.ts';

interface EvaluateFlags {
  readonly mode: readonly SearchMode[];
  readonly rerank: boolean;
  readonly concurrency: number;
  readonly keep: boolean;
  readonly json?: boolean;
  readonly qrels?: string;
}

export function addEvaluateCommand(
  program: Command,
  context: CommandContext,
  environment: Environment,
): void {
  const command = program
    .command('evaluate')
    .description('measure search quality on a folder in BEIR form')
    .argument(
      '<folder>',
      'holds corpus.jsonl, queries.jsonl and qrels/test.tsv, qrels.tsv or a TREC qrels.txt',
    )
    .addOption(
      new Option('-m, --mode <modes...>', 'modes to measure')
        .choices(searchModeSchema.options)
        .default(['keyword', 'dense', 'hybrid']),
    )
    .option('--rerank', "measure each mode with the suite's reranker too", false)
    .option('--concurrency <count>', 'searches at once', parseCount, 4)
    .option('--keep', 'keep the collection that is made for it', false)
    .option('--qrels <file>', 'judgements that lie elsewhere, in the form of BEIR or TREC')
    .option('--json', 'print one line of JSON')
    .action(
      async (folder: string, { mode, rerank, concurrency, keep, json, qrels }: EvaluateFlags) => {
        const reranked = rerank ? [false, true] : [false];
        const report = await evaluate(await context.connect(), context.terminal, {
          folder,
          settings: mode.flatMap((each) => reranked.map((is) => ({ mode: each, rerank: is }))),
          concurrency,
          keep,
          ...(qrels && { qrels }),
        });
        const lines = json ? [JSON.stringify(report)] : formatReport(report);
        for (const line of lines) context.terminal.print(line);
      },
    );
  addEvaluateQuestionsCommand(command, context);
  addEvaluateRoutingCommand(command, context, environment);
}

function formatReport({
  set,
  documents,
  unsearchable,
  queries,
  modes,
}: EvaluationReport): string[] {
  return [
    `${set}: ${documents} documents (${unsearchable} not searchable), ${queries} queries`,
    `${'mode'.padEnd(15)} nDCG@10 (95 %)         Recall@100 (95 %)      median ms  p95 ms  against the first (95 %, p)`,
    ...modes.map(formatMode),
  ];
}

function formatMode(report: EvaluationReport['modes'][number]): string {
  const { ndcg_at_10, recall_at_100, median_search_ms, p95_search_ms, fallbacks } = report;
  const cells = [
    nameSetting(report).padEnd(15),
    `${formatScore(ndcg_at_10)} `,
    `${formatScore(recall_at_100)} `,
    median_search_ms.toFixed(1).padEnd(10),
    p95_search_ms.toFixed(1).padEnd(7),
    report.against_first ? formatComparison(report.against_first) : '',
    fallbacks > 0 ? `${fallbacks} without the reranker` : '',
  ];
  return cells.join(' ').trimEnd();
}
