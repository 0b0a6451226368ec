import { readFile } from 'node:fs/promises';
import type { DiscoveredModels, ModelConnection, ModelTestResult } from '@lectern/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { CommandError, UsageError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';

interface AddFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly provider: 'openai_compatible' | 'anthropic';
  readonly name?: string;
  readonly keyFile?: string;
  readonly contextTokens?: number;
  readonly default?: boolean;
  readonly json?: boolean;
}

/** Adds `lectern model add|test|list`. */
export function addModelCommands(program: Command, context: CommandContext): void {
  const model = program.command('model').description('connect language models');
  model
    .command('list')
    .description('list the models that you may use')
    .option('--json', 'print them as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const models = await listModels(await context.connect());
      if (json) context.terminal.print(JSON.stringify({ models }, null, 2));
      else for (const one of models) context.terminal.print(describeModel(one));
    });
  model
    .command('add')
    .description('connect a model and try it; without --base-url, one that runs on this machine')
    .option('-m, --model <model>', 'name of the model at its server')
    .option('--base-url <url>', 'address of its API, such as https://api.openai.com/v1')
    .addOption(
      new Option('--provider <provider>', 'kind of its API')
        .choices(['openai_compatible', 'anthropic'])
        .default('openai_compatible'),
    )
    .option('-n, --name <name>', 'name for people (default: that of the model)')
    .option('--key-file <file>', 'file with the API key; - for standard input')
    .option('--context-tokens <count>', 'tokens of prompt and answer together', parseTokens)
    .option('--default', 'let it answer where a message names no model')
    .option('--json', 'print the connection as JSON')
    .action(async (flags: AddFlags) => {
      const connection = await context.connect();
      const added = await addModel(connection, flags);
      context.terminal.print(flags.json ? JSON.stringify(added, null, 2) : describeModel(added));
      if (added.health.state !== 'failing') return;
      context.terminal.note(`It does not answer: ${added.health.message ?? ''}`);
      context.fail();
    });
  model
    .command('test')
    .description('try what a connected model can do')
    .argument('<model>', 'its name or id')
    .option('--json', 'print the result as JSON')
    .action(async (reference: string, { json }: { json?: boolean }) => {
      const connection = await context.connect();
      const models = await listModels(connection);
      const found = models.find(({ id, name }) => id === reference || name === reference);
      if (!found) throw new CommandError(`There is no model ${reference}. Try: lectern model list`);
      const result = await connection.call('testModelConnection', { body: { id: found.id } });
      for (const line of json ? [JSON.stringify(result, null, 2)] : describeTest(result)) {
        context.terminal.print(line);
      }
      if (!result.ok) context.fail();
    });
}

async function addModel(connection: Connection, flags: AddFlags): Promise<ModelConnection> {
  const { provider, keyFile } = flags;
  const isFound = flags.baseUrl === undefined && provider === 'openai_compatible';
  const found = isFound ? await findLocalModel(connection, flags.model) : undefined;
  const model = found?.model ?? flags.model;
  if (model === undefined) throw new UsageError('Name the model with --model.');
  const key = keyFile === undefined ? undefined : await readKey(keyFile);
  return connection.call('createModelConnection', {
    body: {
      name: flags.name ?? model,
      provider,
      base_url: found?.base_url ?? flags.baseUrl ?? null,
      model,
      ...(key && { api_key: key }),
      ...(flags.contextTokens !== undefined && { context_tokens: flags.contextTokens }),
      ...(flags.default && { is_default: true }),
    },
  });
}

/** Finds a model on the servers of this machine: the named one, or the only one. */
async function findLocalModel(
  connection: Connection,
  wanted: string | undefined,
): Promise<{ readonly base_url: string; readonly model: string }> {
  const { servers } = await connection.call('discoverModels');
  const all = servers.flatMap(({ base_url, models }) =>
    models.map((model) => ({ base_url, model })),
  );
  const fitting = wanted === undefined ? all : all.filter(({ model }) => model === wanted);
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  throw new CommandError(
    servers.length === 0
      ? 'No model server answers on this machine. Name its address with --base-url.'
      : `Choose one with --model, and its address with --base-url where several have it:\n${describeServers(servers)}`,
  );
}

function describeServers(servers: DiscoveredModels['servers']): string {
  return servers
    .flatMap(({ base_url, models }) => models.map((model) => `  ${model}  (${base_url})`))
    .join('\n');
}

function describeModel({ name, provider, model, is_default, health }: ModelConnection): string {
  const remarks = [provider, model, is_default ? 'default' : '', health.state];
  return `${name}  (${remarks.filter(Boolean).join(', ')})`;
}

function describeTest({ ok, latency_ms, error, checks }: ModelTestResult): string[] {
  if (!ok) return [`It does not answer: ${error?.message ?? ''}`];
  const lines = checks.map((check) => `${check.ok ? 'yes' : 'no '}  ${check.message}`);
  return [...lines, `${(latency_ms / 1000).toFixed(1)} s for a short answer`];
}

/** The key is read from a file, since other people see the arguments of a program. */
async function readKey(file: string): Promise<string> {
  try {
    return (await readFile(file === '-' ? '/dev/stdin' : file, 'utf8')).trim();
  } catch (error) {
    throw new CommandError(`The key cannot be read: ${(error as Error).message}`);
  }
}

async function listModels(connection: Connection): Promise<ModelConnection[]> {
  const { models } = await connection.call('listModelConnections', { query: { limit: 500 } });
  return models;
}

function parseTokens(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 500) {
    throw new InvalidArgumentError('It must be a whole number of at least 500.');
  }
  return count;
}
