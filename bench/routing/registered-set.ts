import { join } from 'node:path';
import { type Client, createClient } from '@lectern/contracts/client';
import { BaselineProcess } from '../baseline/baseline-process.ts';
import { MissingDataError } from '../data/real-texts.ts';
import { runClosedLoop } from '../measure/closed-loop.ts';
import type { BenchSuite } from '../suite/bench-suite.ts';
import type { BehaviourTask, ServeSetTask } from './serve-set.ts';
import { readRoutingSet } from './sets/read-routing-set.ts';
import type { RoutingSet } from './sets/routing-set.ts';

const callTimeoutMs = 120_000;
const registeredAtOnce = 8;

export function createBenchClient(suite: BenchSuite): Client {
  return createClient({
    baseUrl: suite.url,
    paths: 'gateway',
    retries: 0,
    timeoutMs: callTimeoutMs,
  });
}

/** A set whose servers run, and are registered in the suite. They end with it. */
export interface RegisteredSet extends AsyncDisposable {
  readonly set: RoutingSet;
  /** Ids in the registry, in the order of the set's servers. */
  readonly ids: readonly string[];
  /** Registering all: reading their tools over the wire and indexing them. */
  readonly registeredMs: number;
  behave(task: BehaviourTask): Promise<void>;
}

/** @throws MissingDataError */
export async function registerSet(
  suite: BenchSuite,
  data: string,
  name: string,
): Promise<RegisteredSet> {
  const folder = join(data, 'routing', name);
  const set = await readRoutingSet(folder).catch((error: Error) => {
    throw new MissingDataError(error.message);
  });
  const task: ServeSetTask = { folder };
  await using stack = new AsyncDisposableStack();
  const served = stack.use(new BaselineProcess<readonly string[] | number>('./serve-set.ts', task));
  const urls = (await served.receive()) as readonly string[];
  const client = createBenchClient(suite);
  const ids: string[] = [];
  const outcome = await runClosedLoop(
    async (place) => {
      const server = set.servers[place];
      const { id } = await client.call('createMcpServer', {
        token: suite.apiKey,
        body: {
          name: server?.name ?? '',
          description: server?.description.slice(0, 2_000) ?? '',
          url: urls[place] ?? '',
          confirm: 'none',
        },
      });
      ids[place] = id;
    },
    // All of them, however long it takes: each call has its own deadline.
    {
      concurrency: registeredAtOnce,
      count: set.servers.length,
      maxMs: Number.POSITIVE_INFINITY,
    },
  );
  if (outcome.firstError) throw new Error(outcome.firstError);
  const kept = stack.move();
  return {
    set,
    ids,
    registeredMs: outcome.elapsedMs,
    async behave(change) {
      served.send(change);
      await served.receive();
    },
    async [Symbol.asyncDispose]() {
      await using _ended = kept;
      for (const id of ids) {
        await client.call('deleteMcpServer', { token: suite.apiKey, params: { id } });
      }
    },
  };
}
