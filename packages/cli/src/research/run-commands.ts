import {
  type ResearchExportFormat,
  type ResearchRun,
  type ResearchTables,
  researchExportFormatSchema,
  researchTablesSchema,
} from '@lectern/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ensureCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import { parseLimit } from '../parse-count.ts';
import { writeOutput } from '../write-output.ts';
import { collect } from './filter-options.ts';
import { followRun } from './follow-run.ts';
import { exportRun, showResult } from './show-result.ts';

/** Parses a time budget in seconds. */
export function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (seconds >= 0.1 && seconds <= 120) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds from 0.1 to 120.');
}

interface Flags {
  readonly json?: boolean;
}

interface ResumeFlags extends Flags {
  readonly timeBudget?: number;
}

/**
 * Adds the commands that list, show, resume, delete, export and save runs. `research` reads the options
 * that it has too, in any position.
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
      const connection = await context.connect();
      const run = await connection.call('getResearch', { params: { id } });
      if (json) terminal.print(JSON.stringify(run, null, 2));
      else if (graph) terminal.print(run.graph);
      else if (run.result) await showResult({ terminal, connection }, run.result, {});
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
      const result = await followRun(events, terminal);
      await showResult({ terminal, connection }, result, { ...(json && { json }) });
    });

  research
    .command('delete')
    .description('delete a run')
    .argument('<id>')
    .action(async (id: string) => {
      await (await context.connect()).call('deleteResearch', { params: { id } });
      terminal.note('Deleted.');
    });
  addExportCommand(research, context);
  addSaveCommand(research, context);
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

interface ExportFlags {
  readonly format: ResearchExportFormat;
  readonly table?: keyof ResearchTables;
  readonly output?: string;
  readonly force?: boolean;
}

/** `lectern research export`: a run for other programs, in a file or on standard output. */
function addExportCommand(research: Command, context: CommandContext): void {
  research
    .command('export')
    .description('write a run as CSV, BibTeX, RIS or Markdown')
    .argument('<id>')
    .addOption(
      new Option('-f, --format <format>', 'form of the file')
        .choices(researchExportFormatSchema.options)
        .default('markdown'),
    )
    .addOption(
      new Option('--table <table>', 'with csv: which table').choices(
        Object.keys(researchTablesSchema.shape),
      ),
    )
    .option('-o, --output <file>', 'file to write; else standard output')
    .option('--force', 'replace the file')
    .action(async (id: string, { format, table, output, force = false }: ExportFlags) => {
      const connection = await context.connect();
      const text = await exportRun(connection, id, { format, table });
      await writeOutput(context.terminal, { text, file: output, replaces: force });
    });
}

interface SaveFlags {
  readonly collection?: string;
  readonly pmid?: string[];
  readonly nct?: string[];
  readonly anew?: boolean;
  readonly json?: boolean;
}

/** `lectern research save`: records of a run as documents. */
function addSaveCommand(research: Command, context: CommandContext): void {
  research
    .command('save')
    .description('save records of a run into a collection, where they are searched and cited')
    .argument('<id>')
    .option('-c, --collection <path>', 'collection to save into; made when it is missing')
    .option('--pmid <pmid>', 'only this publication; may be repeated', collect)
    .option('--nct <number>', 'only this trial; may be repeated', collect)
    .option('--anew', 'ask the services again, so that changed records are updated')
    .option('--json', 'print what was saved as JSON')
    .action(async (id: string, _flags: object, command: Command) => {
      const { collection, pmid, nct, anew, json } = command.optsWithGlobals<SaveFlags>();
      if (!collection) throw new UsageError('Name a collection with --collection.');
      const { terminal } = context;
      const connection = await context.connect();
      const { id: collectionId } = await ensureCollection(connection, collection);
      const saved = await connection.call('saveResearch', {
        params: { id },
        body: {
          collection_id: collectionId,
          ...(pmid && { pmids: pmid }),
          ...(nct && { nct_ids: nct }),
          ...(anew && { fetch_policy: 'network_only' }),
        },
      });
      if (json) {
        terminal.print(JSON.stringify(saved, null, 2));
        return;
      }
      for (const { external_id, document_id, status } of saved.documents) {
        terminal.print(`${external_id}  ${status}${document_id ? `  ${document_id}` : ''}`);
      }
      if (saved.documents.length === 0) terminal.note('The run has no such records.');
    });
}
