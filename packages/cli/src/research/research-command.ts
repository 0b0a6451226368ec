import { type FetchPolicy, fetchPolicySchema, type ResearchRequest } from '@lectern/contracts';
import { type Command, Option } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError, UsageError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import { addFilterOptions, type FilterFlags, toFrameChanges } from './filter-options.ts';
import { followRun } from './follow-run.ts';
import { addRunCommands, parseSeconds } from './run-commands.ts';
import { showResult } from './show-result.ts';

interface ResearchFlags extends FilterFlags {
  readonly collection?: string;
  readonly fetchPolicy?: FetchPolicy;
  readonly timeBudget?: number;
  readonly like?: string;
  readonly json?: boolean;
}

/** `lectern research "…"`, and what is done with its runs. */
export function addResearchCommand(program: Command, context: CommandContext): void {
  const research = program
    .command('research')
    .description('answer a biomedical question from literature, trials and own documents')
    .argument('[question]', 'in English or Russian; left out with --like, it is the same again')
    .option('-c, --collection <path>', 'own documents of this collection and those below it alone')
    .addOption(
      new Option('--fetch-policy <policy>', 'stored answers or the services').choices(
        fetchPolicySchema.options,
      ),
    )
    .option(
      '--time-budget <seconds>',
      'time for the whole run, 5 where nothing is said',
      parseSeconds,
    )
    .option('--like <id>', 'understand the question as that run did, but for the options here');
  addFilterOptions(research)
    .option('--json', 'print the whole result as JSON; the way is told on standard error')
    .action(async (question: string | undefined, flags: ResearchFlags) => {
      if (question === undefined && flags.like === undefined) {
        throw new UsageError('Ask a question, or name a run with --like.');
      }
      const { terminal } = context;
      const connection = await context.connect();
      const body = await toRequest(connection, question, flags);
      const result = await followRun(connection.stream('research', { body }), terminal);
      await showResult({ terminal, connection }, result, flags);
    });
  addRunCommands(research, context);
}

async function toRequest(
  connection: Connection,
  question: string | undefined,
  flags: ResearchFlags,
): Promise<ResearchRequest> {
  const { collection, fetchPolicy, timeBudget, like } = flags;
  const past = like ? await connection.call('getResearch', { params: { id: like } }) : undefined;
  if (past && !past.result) throw new CommandError('That run has no result to be like.');
  const within = collection && (await findCollection(connection, collection));
  const changes = toFrameChanges(flags);
  return {
    query: question ?? past?.query ?? '',
    ...(past?.result && { frame: { ...past.result.frame, node_path: [] } }),
    ...(changes && { frame_changes: changes }),
    ...(fetchPolicy && { fetch_policy: fetchPolicy }),
    ...(timeBudget !== undefined && { time_budget_ms: Math.round(timeBudget * 1_000) }),
    ...(within && { collection_filter: { collection_ids: [within.id] } }),
  };
}
