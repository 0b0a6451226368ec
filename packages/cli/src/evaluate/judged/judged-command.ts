import type { Command } from 'commander';
import { findCollection } from '../../collections/resolve-collection.ts';
import type { CommandContext } from '../../command-context.ts';
import { CommandError } from '../../command-error.ts';
import { costTitles, formatCost, formatTable } from '../format-table.ts';
import { formatComparison, formatScore } from '../scores.ts';
import { listSettings, nameSetting, type SettingFlags } from '../settings.ts';
import { readJudgedFile } from './judged-file.ts';
import { type JudgedReport, type JudgedSetting, measureJudged } from './measure-judged.ts';

interface JudgedFlags extends SettingFlags {
  readonly collection?: string;
}

/** `lectern evaluate judged`: the modes measured by a file that people have judged. */
export function addJudgedCommand(evaluate: Command, context: CommandContext): void {
  evaluate
    .command('judged')
    .description('measure by the judgements of a file that `evaluate pool` has written')
    .argument('<file>', 'the pool, with a judgement from 0 to 3 in its lines')
    .option('-c, --collection <path>', 'where the documents are, such as Team/Handbook')
    .action(async (file: string, _: JudgedFlags, command: Command) => {
      const flags = command.optsWithGlobals<JudgedFlags>();
      const passages = await readJudgedFile(file);
      if (!passages.some(({ judgement }) => (judgement ?? 0) > 0)) {
        throw new CommandError(`${file} has no passage with a judgement above 0.`);
      }
      const { terminal } = context;
      const connection = await context.connect();
      const collection = flags.collection && (await findCollection(connection, flags.collection));
      const report = await measureJudged(connection, passages, {
        terminal,
        settings: listSettings(flags),
        concurrency: flags.concurrency,
        metrics: flags.metrics,
        collectionId: collection ? collection.id : undefined,
      });
      const lines = flags.json ? [JSON.stringify(report)] : formatJudged(report);
      for (const line of lines) terminal.print(line);
    });
}

function formatJudged({
  questions,
  without_judgement: unjudged,
  without_right: wrong,
  modes,
}: JudgedReport): string[] {
  const leftOut = [
    ...(unjudged > 0 ? [`${unjudged} more have no judgement`] : []),
    ...(wrong > 0 ? [`${wrong} more have no passage judged above 0`] : []),
  ];
  const hasUnjudged = modes.some(({ unjudged_in_10: count }) => count > 0);
  return [
    `${questions} questions${leftOut.length > 0 ? ` (${leftOut.join(', ')})` : ''}`,
    ...formatTable(
      [
        'mode',
        'nDCG@10 (95 %)',
        'unjudged as wrong',
        'bpref (95 %)',
        'unjudged in 10',
        ...costTitles,
        'against the first (95 %, p)',
        'notes',
      ],
      modes.map(formatMode),
    ),
    ...(hasUnjudged
      ? [
          'Some of the first ten have no judgement: `evaluate pool` with these modes adds what the file lacks.',
        ]
      : []),
  ];
}

function formatMode(mode: JudgedSetting): string[] {
  return [
    nameSetting(mode),
    formatScore(mode.ndcg_at_10),
    mode.ndcg_at_10_unjudged_wrong.mean.toFixed(4),
    formatScore(mode.bpref),
    mode.unjudged_in_10.toFixed(1),
    ...formatCost(mode),
    formatComparison(mode.against_first),
    mode.fallbacks > 0 ? `${mode.fallbacks} without the reranker` : '',
  ];
}
