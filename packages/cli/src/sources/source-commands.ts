import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type BodyOf,
  type Source,
  type SourceRun,
  sourceKindSchema,
  sourceSettingsSchemas,
} from '@lectern/contracts';
import { Argument, type Command } from 'commander';
import { ensureCollection, findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';
import { readPages } from '../connection/read-pages.ts';
import { parseLimit } from '../parse-count.ts';
import { parseSettings } from './parse-settings.ts';

interface AddFlags {
  readonly collection: string;
  readonly name?: string;
  readonly set: readonly string[];
  readonly settings?: string;
  readonly credentials?: string;
  readonly schedule?: string;
  readonly timeZone: string;
  readonly paused?: boolean;
  readonly json?: boolean;
}

interface SyncFlags {
  readonly preview?: boolean;
  readonly confirm?: boolean;
  readonly wait: boolean;
  readonly json?: boolean;
}

const pollMs = 1_000;

/** Adds `lectern source list|add|sync|runs|pause|resume|delete`. */
export function addSourceCommands(program: Command, { terminal, connect, fail }: CommandContext) {
  const source = program.command('source').description('fill collections from other systems');
  const print = (json: boolean | undefined, value: unknown, lines: readonly string[]) => {
    for (const line of json ? [JSON.stringify(value, null, 2)] : lines) terminal.print(line);
  };
  source
    .command('list')
    .description('list the sources of the collections that you manage')
    .option('-c, --collection <path>', 'only of this collection')
    .option('--json', 'print them as JSON')
    .action(async ({ collection, json }: { collection?: string; json?: boolean }) => {
      const connection = await connect();
      const within = collection && (await findCollection(connection, collection));
      const sources = await listSources(connection, within ? { collection_id: within.id } : {});
      print(json, { sources }, sources.map(describeSource));
      if (sources.length === 0) terminal.note('There is no source yet.');
    });
  source
    .command('add')
    .description('connect a source; sync or a schedule starts it')
    .addArgument(new Argument('<kind>', 'kind of the source').choices(sourceKindSchema.options))
    .requiredOption('-c, --collection <path>', 'collection that it fills; made if missing')
    .option('-n, --name <name>', 'name for people (default: that of the collection)')
    .option('--set <field=value...>', 'settings; lists by commas, nested fields by dots', [])
    .option('--settings <file>', 'JSON file with settings; - for standard input')
    .option('--credentials <file>', 'JSON file with credentials; - for standard input')
    .option('--schedule <cron>', 'minute, hour, day of the month, month, day of the week')
    .option('--time-zone <zone>', 'of the schedule, such as Europe/Paris', 'UTC')
    .option('--paused', 'let the schedule wait')
    .option('--json', 'print the source as JSON')
    .action(async (kind: Source['kind'], flags: AddFlags) => {
      const settings = {
        ...(flags.settings && (await readJson(flags.settings))),
        ...parseSettings(sourceSettingsSchemas[kind], flags.set),
      };
      const credentials = flags.credentials ? await readJson(flags.credentials) : null;
      const connection = await connect();
      const collection = await ensureCollection(connection, flags.collection);
      const body = {
        kind,
        name: flags.name ?? collection.name,
        collection_id: collection.id,
        settings,
        credentials,
        schedule: flags.schedule ? { cron: flags.schedule, time_zone: flags.timeZone } : null,
        paused: flags.paused ?? false,
      };
      // The suite checks the settings, which come from the command line.
      const added = await connection.call('createSource', { body: body as BodyOf<'createSource'> });
      print(flags.json, added, [describeSource(added)]);
    });
  source
    .command('sync')
    .description('synchronise a source and wait for the result')
    .argument('<source>', 'its name or id')
    .option('--preview', 'count what would change, without changes')
    .option('--confirm', 'carry out the removals for which its last run waits')
    .option('--no-wait', 'end when the run is queued')
    .option('--json', 'print the run as JSON')
    .action(async (reference: string, { preview, confirm, wait, json }: SyncFlags) => {
      const connection = await connect();
      const found = await findSource(connection, reference);
      const started = await startRun(connection, found, { preview, confirm });
      const run = wait && !preview ? await waitForRun(connection, found.id, started) : started;
      print(json, run, describeRun(run));
      if (run.status === 'failed' || run.failed > 0) fail();
    });
  source
    .command('runs')
    .description('list the runs of a source, the newest first')
    .argument('<source>', 'its name or id')
    .option('-n, --limit <count>', 'runs to list', parseLimit, 20)
    .option('--json', 'print them as JSON')
    .action(async (reference: string, { limit, json }: { limit: number; json?: boolean }) => {
      const connection = await connect();
      const { id } = await findSource(connection, reference);
      const { runs } = await connection.call('listSourceRuns', {
        params: { id },
        query: { limit },
      });
      print(json, { runs }, runs.flatMap(describeRun));
      if (runs.length === 0) terminal.note('There is no run yet.');
    });
  for (const [name, paused] of [
    ['pause', true],
    ['resume', false],
  ] as const) {
    source
      .command(name)
      .description(paused ? 'suspend the schedule of a source' : 'resume the schedule of a source')
      .argument('<source>', 'its name or id')
      .action(async (reference: string) => {
        const connection = await connect();
        const { id } = await findSource(connection, reference);
        const body = { paused };
        const changed = await connection.call('updateSource', { params: { id }, body });
        terminal.print(describeSource(changed));
      });
  }
  source
    .command('delete')
    .description('remove a source; its documents stay unless you delete them, too')
    .argument('<source>', 'its name or id')
    .option('--with-documents', 'delete the documents that it brought, too', false)
    .action(async (reference: string, { withDocuments }: { withDocuments: boolean }) => {
      const connection = await connect();
      const { id, name, document_count: count } = await findSource(connection, reference);
      await connection.call('deleteSource', {
        params: { id },
        query: { delete_documents: withDocuments ? 'true' : 'false' },
      });
      terminal.print(
        `${name} is removed; its ${count} documents ${withDocuments ? 'too' : 'stay'}`,
      );
    });
}

function listSources(connection: Connection, filter: { readonly collection_id?: string } = {}) {
  return readPages(
    (query) => connection.call('listSources', { query: { ...query, ...filter } }),
    (page) => page.sources,
  );
}

/** @throws CommandError if no source or more than one has the name. */
async function findSource(connection: Connection, reference: string): Promise<Source> {
  const sources = await listSources(connection);
  const found = sources.filter(({ id, name }) => id === reference || name === reference);
  const [only] = found;
  if (!only) throw new CommandError(`There is no source ${reference}. Try: lectern source list`);
  if (found.length === 1) return only;
  throw new CommandError(`Several sources have this name: ${found.map(({ id }) => id).join(', ')}`);
}

async function startRun(
  connection: Connection,
  { id, last_run: last }: Source,
  { preview, confirm }: Pick<SyncFlags, 'preview' | 'confirm'>,
): Promise<SourceRun> {
  if (preview) return connection.call('previewSource', { params: { id } });
  if (!confirm) return connection.call('syncSource', { params: { id } });
  if (last?.status !== 'waiting') throw new CommandError('No run of this source waits.');
  return connection.call('confirmSourceRun', { params: { id, run_id: last.id } });
}

async function waitForRun(
  connection: Connection,
  id: string,
  started: SourceRun,
): Promise<SourceRun> {
  let run = started;
  while (run.status === 'queued' || run.status === 'running') {
    await delay(pollMs);
    const { runs } = await connection.call('listSourceRuns', { params: { id } });
    const current = runs.find((one) => one.id === started.id);
    if (!current) throw new CommandError('The run is gone. Try: lectern source runs');
    run = current;
  }
  return run;
}

function describeSource(source: Source): string {
  const { id, name, kind, state, schedule, document_count: count } = source;
  const facts = [
    kind,
    state,
    `${count} documents`,
    schedule && `${schedule.cron} ${schedule.time_zone}`,
  ];
  return `${id}  ${name}  (${facts.filter(Boolean).join(', ')})`;
}

function describeRun(run: SourceRun): string[] {
  const { status, started_at, added, changed, removed, skipped, failed, waiting_removals } = run;
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${skipped} skipped, ${failed} failed`;
  return [
    `${started_at ?? 'not started'}  ${run.preview ? 'preview ' : ''}${status}: ${counts}`,
    ...(run.error ? [`  ${run.error.code}: ${run.error.message}`] : []),
    ...run.errors.map(({ entry, code, message }) => `  ${entry}: ${code}: ${message}`),
    ...(status === 'waiting'
      ? [`  ${waiting_removals} removals wait. Confirm them with: lectern source sync --confirm`]
      : []),
  ];
}

/** Secrets are read from a file, since other people see the arguments of a program. */
async function readJson(file: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(file === '-' ? '/dev/stdin' : file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
