import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { hostileCalls, hostileCatalogues } from '@lectern/testing/hostile-mcp';
import type { CallerName } from '../isolation/callers.ts';
import { commonWord, openWorld, type World } from '../isolation/world.ts';
import { readFigures } from '../soak/process-figures.ts';
import type { Report } from '../suite/report.ts';
import { findPercentile } from './others.ts';

const attacker: CallerName = 'owner';
const other: CallerName = "foreign organisation's owner";
const attackers = 3;
const pauseMs = 500;
const refreshEveryMs = 20_000;
const quietMs = 40_000;
const searchEveryMs = 100;
const sampleEveryMs = 1_000;
const callTimeoutMs = 5_000;
const maxSlowdown = 1.5;
/** Compared from so many minutes on: in a short run the first readings of catalogues make the p95. */
const minutesCompared = 10;
const maxWaitMs = 3_000;

/** Maximum MiB of a process. The figure of Compose is 512; pages that are shared count in part. */
const maxMebibytes = 640;

/**
 * Lets an organisation's outside servers answer in every hostile shape for some minutes, and
 * measures what another organisation waits and what each process holds meanwhile.
 */
export async function attackByServers(minutes: number, report: Report): Promise<string> {
  await using world = await openWorld({ MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
  const server = new Worker(new URL('serve-hostile-mcp.ts', import.meta.url));
  try {
    const [url] = (await once(server, 'message')) as [string];
    const pids = () =>
      Object.entries(world.suite.processes).map(([name, { pid }]) => `${name} ${pid}`);
    const before = pids();
    await measureSearches(world, delay(quietMs / 4));
    const quiet = await measureSearches(world, delay(quietMs));
    report.print('quiet times measured');

    const end = AbortSignal.timeout(minutes * 60_000);
    const outcomes = new Map<string, number>();
    const attack = Promise.all([
      register(world, url).then(() =>
        Promise.all([
          ...Array.from({ length: attackers }, (_, place) =>
            callTools(world, { end, place, outcomes }),
          ),
          refreshCatalogues(world, end),
        ]),
      ),
    ]);
    const [peaks, loud] = await Promise.all([
      measurePeaks(world, attack),
      measureSearches(world, attack),
    ]);
    report.print(`outcomes of calls: ${JSON.stringify(Object.fromEntries(outcomes))}`);
    report.check(
      'no process has ended',
      before.filter((one) => !pids().includes(one)),
    );
    report.print(
      `peak memory: ${[...peaks].map(([name, size]) => `${name} ${size} MiB`).join(', ')}`,
    );
    report.check(
      `every process holds at most ${maxMebibytes} MiB`,
      [...peaks].filter(([, size]) => size > maxMebibytes).map(([name, size]) => `${name} ${size}`),
    );
    report.check('another organisation is answered as ever', [...quiet.problems, ...loud.problems]);
    for (const [name, times] of quiet.times) {
      const [calm, busy] = [times, loud.times.get(name) ?? []].map((all) =>
        findPercentile(all, 0.95),
      ) as [number, number];
      const longest = Math.max(...(loud.times.get(name) ?? []));
      const figures = `${name}: p95 ${calm.toFixed(1)} ms → ${busy.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`;
      report.print(figures);
      report.check(
        `${name} of another organisation waits at most ${maxWaitMs} ms`,
        longest > maxWaitMs ? [figures] : [],
      );
      if (minutes < minutesCompared) continue;
      report.check(
        `${name} of another organisation waits at most ${maxSlowdown} times as long`,
        busy > maxSlowdown * calm ? [figures] : [],
      );
    }
    return `${[...outcomes.values()].reduce((sum, count) => sum + count, 0)} hostile answers`;
  } finally {
    await server.terminate();
  }
}

async function register(world: World, url: string): Promise<void> {
  const add = (name: string, headers: Record<string, string>) =>
    world.send(attacker, {
      method: 'POST',
      path: '/api/mcp-servers',
      body: { name, url, headers, timeout_ms: callTimeoutMs },
    });
  // A server for each shape, so that the pause of one that fails spares no other.
  await Promise.all([
    ...Object.keys(hostileCalls).map((shape) => add(shape, {})),
    ...Object.keys(hostileCatalogues).map((shape) =>
      add(`catalogue ${shape}`, { 'x-catalogue': shape }),
    ),
  ]);
}

interface CallLoop {
  readonly end: AbortSignal;
  readonly place: number;
  readonly outcomes: Map<string, number>;
}

/** Calls every hostile tool in turn, each loop with another one. */
async function callTools(world: World, { end, place, outcomes }: CallLoop): Promise<void> {
  const names = Object.keys(hostileCalls);
  for (let turn = place * 7; !end.aborted; turn += 1) {
    const name = names[turn % names.length] as string;
    const { status, body } = await world.send(attacker, {
      method: 'POST',
      path: '/api/mcp-tools/call',
      body: { server: name, name, arguments: {} },
    });
    const outcome = `${name} ${body?.error?.code ?? body?.error ?? status}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    await delay(pauseMs);
  }
}

async function refreshCatalogues(world: World, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    await world.send(attacker, { method: 'POST', path: '/api/mcp-servers/refresh' });
    await delay(refreshEveryMs);
  }
}

/** Searches as another organisation, over REST and MCP in turn, until `ended` settles. */
async function measureSearches(world: World, ended: Promise<unknown>) {
  const [rest, mcp]: [number[], number[]] = [[], []];
  const problems: string[] = [];
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const times of [rest, mcp]) {
      const started = performance.now();
      const { status } = await (times === rest
        ? world.send(other, { method: 'POST', path: '/api/search', body: { query: commonWord } })
        : world.sendMcp(other, 'tools/call', {
            name: 'search_documents',
            arguments: { query: commonWord },
          }));
      times.push(performance.now() - started);
      if (status !== 200) problems.push(`${times === rest ? 'search' : 'search by MCP'} ${status}`);
      await delay(searchEveryMs);
    }
  }
  await over;
  return {
    times: new Map([
      ['search', rest],
      ['search by MCP', mcp],
    ]),
    problems,
  };
}

/** Returns the peak of each process in MiB, sampled until `ended` settles. */
async function measurePeaks(world: World, ended: Promise<unknown>): Promise<Map<string, number>> {
  const peaks = new Map<string, number>();
  let isOver = false;
  void ended
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    const roots = Object.entries(world.suite.processes).flatMap(([name, { pid }]) =>
      pid === undefined ? [] : [[name, pid] as const],
    );
    for (const [name, { privateMemory }] of await readFigures(new Map(roots))) {
      peaks.set(name, Math.max(peaks.get(name) ?? 0, Math.round(privateMemory / 1_024)));
    }
    await delay(sampleEveryMs);
  }
  return peaks;
}
