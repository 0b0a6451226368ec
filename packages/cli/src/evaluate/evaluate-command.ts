import { searchModeSchema } from '@lectern/contracts';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { parseCount } from '../parse-count.ts';
import { type EvaluationReport, evaluate } from './evaluate.ts';
import { addEvaluateQuestionsCommand } from './evaluate-questions-command.ts';
import { addEvaluateRoutingCommand, type Environment } from './evaluate-routing-command.ts';
import { costTitles, formatCost, formatTable } from './format-table.ts';
import { addFeedbackQuestionsCommand } from './judged/feedback-questions-command.ts';
import { addJudgedCommand } from './judged/judged-command.ts';
import { addPoolCommand } from './judged/pool-command.ts';
import { formatComparison, formatScore } from './scores.ts';
import { listSettings, nameSetting, type SettingFlags } from './settings.ts';

interface EvaluateFlags extends SettingFlags {
  readonly keep: boolean;
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
    .option(
      '--metrics <addresses...>',
      'metrics of the processes whose CPU time is to be told, such as http://127.0.0.1:8002/metrics',
    )
    .option('--json', 'print one line of JSON')
    .action(async (folder: string, flags: EvaluateFlags) => {
      const { keep, json, qrels, concurrency, metrics } = flags;
      const { terminal } = context;
      const report = await evaluate(await context.connect(), {
        terminal,
        folder,
        settings: listSettings(flags),
        concurrency,
        metrics,
        keep,
        ...(qrels && { qrels }),
      });
      const lines = json ? [JSON.stringify(report)] : formatReport(report);
      for (const line of lines) terminal.print(line);
    });
  addEvaluateQuestionsCommand(command, context);
  addPoolCommand(command, context);
  addJudgedCommand(command, context);
  addFeedbackQuestionsCommand(command, context);
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
    ...formatTable(
      [
        'mode',
        'nDCG@10 (95 %)',
        'Recall@100 (95 %)',
        ...costTitles,
        'against the first (95 %, p)',
        'notes',
      ],
      modes.map((mode) => [
        nameSetting(mode),
        formatScore(mode.ndcg_at_10),
        formatScore(mode.recall_at_100),
        ...formatCost(mode),
        formatComparison(mode.against_first),
        mode.fallbacks > 0 ? `${mode.fallbacks} without the reranker` : '',
      ]),
    ),
  ];
}
