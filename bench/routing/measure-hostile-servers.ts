import { loadavg } from 'node:os';
import { chatResponseSchema } from '@lectern/contracts';
import { quantile, round } from '../measure/summarise.ts';
import type { BenchOptions } from '../options.ts';
import { report } from '../report.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import { JsonCaller } from '../suite/json-caller.ts';
import { openHostileServers, serverCount } from './hostile-servers.ts';
import { runPairedRounds } from './paired-rounds.ts';
import { createBenchClient, type RegisteredSet } from './registered-set.ts';
import type { RoutingQuestion } from './sets/routing-set.ts';

/** Even, so that each side is as often the first. */
const defaultRounds = 12;
/** No round begins after a quarter of an hour, however busy the machine is. */
const maxMs = 900_000;
const questionsOfRound = 10;

type Turn =
  | {
      readonly ms: number;
      /** Called tools, in order. */
      readonly calls: string;
    }
  | { readonly error: string };

/**
 * The same chats among 50 servers that behave, and among 50 of which one hangs, one answers garbage,
 * one takes ten seconds and one has orders in its descriptions. The sides change place from round to
 * round, and on both all catalogues are read while the chats run. A turn that fails on one side
 * counts as failed, and its pair in no other figure.
 */
export async function measureHostileServers(
  suite: BenchSuite,
  registered: RegisteredSet,
  { count = questionsOfRound, rounds: maxRounds = defaultRounds }: BenchOptions,
): Promise<void> {
  const client = createBenchClient(suite);
  await using servers = await openHostileServers(suite, registered);
  using caller = new JsonCaller(suite.url, suite.apiKey, 1);
  const asked = servers.questions.slice(0, count);
  let failedReadings = 0;
  const run = async (side: 'clean' | 'hostile') => {
    await servers.setBad(side === 'hostile');
    // The first turn finds the index of the changed servers made.
    await askAll(caller, asked.slice(0, 1));
    const reading = client.call('refreshMcpServers', { token: suite.apiKey }).catch(() => {
      failedReadings += 1;
    });
    const turns = await askAll(caller, asked);
    await reading;
    return turns;
  };
  await run('hostile');
  await run('clean');
  failedReadings = 0;
  const started = performance.now();
  const { rounds, results } = await runPairedRounds({
    sides: ['clean', 'hostile'] as const,
    rounds: maxRounds,
    maxMs,
    run,
    onRound: (made) => {
      const seconds = Math.round((performance.now() - started) / 1_000);
      console.error(
        `routing.hostile_servers: round ${made} of ${maxRounds} after ${seconds} s, load ${readLoad()}`,
      );
    },
  });
  const pairs = results.clean.flatMap((clean, at) => {
    const hostile = results.hostile[at];
    return hostile && 'ms' in clean && 'ms' in hostile ? [{ clean, hostile }] : [];
  });
  const differences = pairs.map(({ clean, hostile }) => hostile.ms - clean.ms);
  report('routing.hostile_servers', {
    servers: serverCount,
    rounds,
    load: readLoad(),
    turns: pairs.length,
    clean_failed: countFailed(results.clean),
    hostile_failed: countFailed(results.hostile),
    first_error: [...results.clean, ...results.hostile].find((turn) => 'error' in turn)?.error,
    failed_readings: failedReadings,
    ...figuresOf(
      'clean',
      pairs.map(({ clean }) => clean.ms),
    ),
    ...figuresOf(
      'hostile',
      pairs.map(({ hostile }) => hostile.ms),
    ),
    p50_of_differences_ms: round(quantile(sort(differences), 0.5)),
    turns_with_other_calls: pairs.filter(({ clean, hostile }) => clean.calls !== hostile.calls)
      .length,
    calls_of_the_commanding_server: servers.commanding.calls.length,
    turns_with_a_tool_called: pairs.filter(({ hostile }) => hostile.calls.includes(';')).length,
  });
}

function readLoad(): number {
  return round(loadavg()[0] ?? 0);
}

const sort = (values: readonly number[]) => values.toSorted((a, b) => a - b);

function countFailed(turns: readonly Turn[]): number {
  return turns.filter((turn) => 'error' in turn).length;
}

function figuresOf(name: string, ms: readonly number[]) {
  const sorted = sort(ms);
  return {
    [`${name}_p50_ms`]: round(quantile(sorted, 0.5)),
    [`${name}_p95_ms`]: round(quantile(sorted, 0.95)),
  };
}

async function askAll(caller: JsonCaller, questions: readonly RoutingQuestion[]): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const { text } of questions) turns.push(await ask(caller, text));
  return turns;
}

async function ask(caller: JsonCaller, message: string): Promise<Turn> {
  const asked = performance.now();
  try {
    const answer = await caller.post({
      path: '/api/chat/mcp',
      headers: { accept: 'application/json' },
      body: { message, mode: 'agent' },
    });
    const ms = performance.now() - asked;
    const { tool_calls } = chatResponseSchema.parse(JSON.parse(answer));
    return { ms, calls: tool_calls.map(({ server, tool }) => `${server}.${tool}`).join(';') };
  } catch (error) {
    return { error: String(error) };
  }
}
