import type { ResearchRun } from '@lectern/contracts';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { Connection } from '../connection/connection.ts';
import { parseLimit } from '../parse-count.ts';
import { followRun } from './follow-run.ts';
import { parseSeconds } from './parse-seconds.ts';
import { showResult } from './show-result.ts';

interface Flags {
  readonly json?: boolean;
}

interface ResumeFlags extends Flags {
  readonly timeBudget?: number;
}

/**
 * Past runs: listed, shown, gone on with, deleted. Options that `research` has too are read by it,
 * wherever they stand.
 */
export function addRunCommands(research: Command, context: CommandContext): void {
  const { terminal } = context;
  research
    .command('runs')
    .description('list your runs, the latest first')
    .option('-n, --limit <count>', 'runs to list', parseLimit, 20)
    .option('--json', 'print them as JSON')
    .action(async (_flags: object, command: Command) => {
      const { limit, json } = command.optsWithGlobals<Flags & { readonly limit: number }>();
      const runs = await listRuns(await context.connect(), limit);
      if (json) terminal.print(JSON.stringify({ runs }, null, 2));
      else for (const run of runs) terminal.print(describe(run));
      if (runs.length === 0) terminal.note('There is no run yet.');
    });

  research
    .command('show')
    .description('show the result of a run')
    .argument('<id>')
    .option('--graph', 'draw the way it took (Mermaid)')
    .option('--json', 'print it as JSON')
    .action(async (id: string, _flags: object, command: Command) => {
      const { graph, json } = command.optsWithGlobals<Flags & { readonly graph?: boolean }>();
      const run = await (await context.connect()).call('getResearch', { params: { id } });
      if (json) terminal.print(JSON.stringify(run, null, 2));
      else if (graph) terminal.print(run.graph);
      else if (run.result) showResult(terminal, run.result, {});
      else terminal.note(`${describe(run)}: it has no result yet.`);
    });

  research
    .command('resume')
    .description('go on with a run that was interrupted or lacks something')
    .argument('<id>')
    .option('--time-budget <seconds>', 'time for what is left', parseSeconds)
    .option('--json', 'print the whole result as JSON')
    .action(async (id: string, _flags: object, command: Command) => {
      const { timeBudget, json } = command.optsWithGlobals<ResumeFlags>();
      const connection = await context.connect();
      const body =
        timeBudget === undefined ? {} : { time_budget_ms: Math.round(timeBudget * 1_000) };
      const events = connection.stream('resumeResearch', { params: { id }, body });
      showResult(terminal, await followRun(events, terminal), { ...(json && { json }) });
    });

  research
    .command('delete')
    .description('delete a run')
    .argument('<id>')
    .action(async (id: string) => {
      await (await context.connect()).call('deleteResearch', { params: { id } });
      terminal.note('Deleted.');
    });
}

const maxPage = 500;

async function listRuns(connection: Connection, limit: number): Promise<ResearchRun[]> {
  const runs: ResearchRun[] = [];
  let cursor: string | undefined;
  do {
    const page = await connection.call('listResearch', {
      query: { limit: Math.min(limit - runs.length, maxPage), ...(cursor && { cursor }) },
    });
    runs.push(...page.runs);
    cursor = page.next_cursor ?? undefined;
  } while (cursor && runs.length < limit);
  return runs;
}

function describe({ checkpoint_id, status, query, created_at }: ResearchRun): string {
  return `${checkpoint_id}  ${status.padEnd(11)}  ${query}  (${created_at})`;
}
