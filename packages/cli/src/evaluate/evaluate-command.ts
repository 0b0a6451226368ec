import { basename, extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type EvaluationRunDetail,
  type EvaluationSet,
  type EvaluationSettings,
  type SearchMode,
  searchModeSchema,
} from '@lectern/contracts';
import { type Command, Option } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError, UsageError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import { AnswerFinder } from './answer-finder.ts';
import { readQuestions } from './question-file.ts';

interface EvaluateFlags {
  readonly set?: string;
  readonly mode: readonly SearchMode[];
  readonly rerank: boolean;
  readonly collection?: string;
  readonly json?: boolean;
}

const pollMs = 500;
const maxSettings = 2;

/** `lectern evaluate`: measures search with an evaluation set of the suite. */
export function addEvaluateCommand(program: Command, context: CommandContext): void {
  program
    .command('evaluate')
    .description('measure how well search finds the right documents')
    .argument('[file]', 'questions to add to the set: JSON lines with question, file, page, answer')
    .option('--set <name>', 'evaluation set to use (default: the name of the file)')
    .addOption(
      new Option('-m, --mode <modes...>', 'one search mode, or two to compare')
        .choices(searchModeSchema.options)
        .default(['hybrid']),
    )
    .option('--rerank', 'rerank the results; with one mode, compare it with and without', false)
    .option('-c, --collection <path>', 'search this collection and those below it')
    .option('--json', 'print the run as JSON')
    .action(async (file: string | undefined, flags: EvaluateFlags) => {
      const name = flags.set ?? (file && basename(file, extname(file)));
      if (!name) throw new UsageError('Name a file of questions, or a set with --set.');
      const connection = await context.connect();
      const collection = flags.collection && (await findCollection(connection, flags.collection));
      const collectionId = collection ? collection.id : undefined;
      const settings = listSettings(flags, collectionId);
      const set = await openSet(connection, name, { creates: file !== undefined });
      if (file !== undefined) await addQuestions(context, connection, { file, set, collectionId });
      const run = await measure(context, connection, { set, settings });
      const lines = flags.json ? [JSON.stringify(run, null, 2)] : formatRun(run);
      for (const line of lines) context.terminal.print(line);
    });
}

function listSettings(
  { mode: modes, rerank }: EvaluateFlags,
  collectionId: string | undefined,
): Partial<EvaluationSettings>[] {
  const [first] = modes;
  const settings =
    rerank && first && modes.length === 1
      ? [{ mode: first }, { mode: first, rerank }]
      : modes.map((mode) => ({ mode, ...(rerank && { rerank }) }));
  if (settings.length > maxSettings) throw new UsageError('Compare at most two modes.');
  const filter = collectionId && {
    collection_filter: { collection_ids: [collectionId], include_children: true },
  };
  return settings.map((setting) => ({ ...setting, ...filter }));
}

async function openSet(
  connection: Connection,
  name: string,
  { creates }: { readonly creates: boolean },
): Promise<EvaluationSet> {
  let cursor: string | undefined;
  do {
    const query = { limit: 500, ...(cursor && { cursor }) };
    const page = await connection.call('listEvaluationSets', { query });
    const found = page.sets.find((set) => set.name === name);
    if (found) return found;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  if (!creates) throw new CommandError(`There is no evaluation set "${name}".`);
  return connection.call('createEvaluationSet', { body: { name } });
}

interface AddQuestionsOptions {
  readonly file: string;
  readonly set: EvaluationSet;
  readonly collectionId: string | undefined;
}

async function addQuestions(
  { terminal }: CommandContext,
  connection: Connection,
  { file, set, collectionId }: AddQuestionsOptions,
): Promise<void> {
  const questions = await readQuestions(file);
  const finder = new AnswerFinder(connection, collectionId);
  const progress = terminal.openProgress();
  const missing: string[] = [];
  try {
    const step = progress.addStep('questions', questions.length);
    for (const [at, question] of questions.entries()) {
      const answers = await finder.find(question);
      if (answers.length === 0) missing.push(question.question);
      const body = { query: question.question, answers: [...answers] };
      await connection.call('saveEvaluationQuestion', { params: { id: set.id }, body });
      step.update(at + 1);
    }
  } finally {
    progress.close();
  }
  for (const question of missing) terminal.note(`No document answers "${question}": left out.`);
}

interface MeasureOptions {
  readonly set: EvaluationSet;
  readonly settings: readonly Partial<EvaluationSettings>[];
}

async function measure(
  { terminal }: CommandContext,
  connection: Connection,
  { set, settings }: MeasureOptions,
): Promise<EvaluationRunDetail> {
  const params = { id: set.id };
  const { id } = await connection.call('startEvaluationRun', {
    params,
    body: { settings: [...settings] },
  });
  const progress = terminal.openProgress();
  try {
    let step: ReturnType<typeof progress.addStep> | undefined;
    for (;;) {
      const run = await connection.call('getEvaluationRun', { params: { ...params, run_id: id } });
      if (run.status === 'failed') throw new CommandError(run.error?.message ?? 'The run failed.');
      if (run.status === 'done') return run;
      step ??= progress.addStep('searches', run.total);
      step.update(run.done);
      await delay(pollMs);
    }
  } finally {
    progress.close();
  }
}

const metrics = ['ndcg_at_10', 'recall_at_10', 'recall_at_100', 'mrr'] as const;
const metricTitles = ['nDCG@10', 'Recall@10', 'Recall@100', 'MRR'];

function formatRun({ result }: EvaluationRunDetail): string[] {
  if (!result) return [];
  const rows = result.settings.flatMap(({ settings, scores, against_first, ...cost }) => {
    const name = `${settings.mode}${settings.rerank ? '+rerank' : ''}`;
    const format = (given: typeof scores) =>
      metrics.map((metric) => {
        const { mean, low, high } = given[metric];
        return `${mean.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
      });
    const own = [name, ...format(scores), cost.median_search_ms.toFixed(1), String(cost.fallbacks)];
    return against_first ? [own, ['  difference', ...format(against_first), '', '']] : [own];
  });
  return [
    `${result.questions.length} questions; means with their 95 % intervals`,
    ...formatTable(['mode', ...metricTitles, 'median ms', 'fallbacks'], rows),
  ];
}

/** Rows in columns as wide as their longest cell. */
function formatTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string[] {
  const lines = [heads, ...rows.map((row) => row.map((cell) => String(cell ?? '')))];
  const widths = heads.map((_, column) =>
    Math.max(...lines.map((line) => [...(line[column] ?? '')].length)),
  );
  return lines.map((line) =>
    line
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}
