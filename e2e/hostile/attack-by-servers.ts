import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
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
/** Quiet and attacked times follow each other, so that other work on the machine slows both. */
const quietMs = 30_000;
/** In a run too short to compare, a quiet time only warms the suite. */
const shortQuietMs = 3_000;
const attackMs = 60_000;
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
 * Lets an organisation's outside servers answer in every hostile shape for some minutes, with quiet
 * times between them, and measures the waits of another organisation and the memory of each process.
 */
export async function attackByServers(minutes: number, report: Report): Promise<string> {
  const isCompared = minutes >= minutesCompared;
  const pauseBeforeMs = isCompared ? quietMs : shortQuietMs;
  await using world = await openWorld({ MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
  const server = fork(new URL('serve-hostile-mcp.ts', import.meta.url));
  // It stands for another machine, whose work delays nobody here; its threads inherit this.
  setPriority(server.pid ?? 0, constants.priority.PRIORITY_LOW);
  try {
    const [url] = (await once(server, 'message')) as [string];
    const pids = () =>
      Object.entries(world.suite.processes).map(([name, { pid }]) => `${name} ${pid}`);
    const before = pids();
    const [quiet, loud] = [createSearches(), createSearches()];
    const peaks = new Map<string, number>();
    const outcomes = new Map<string, number>();
    await measureSearches(world, delay(pauseBeforeMs), createSearches());
    for (let minute = 0; minute < minutes; minute += 1) {
      // Memory is measured in both times, since that delays searches too.
      const pause = delay(pauseBeforeMs);
      await Promise.all([
        measurePeaks(world, pause, new Map()),
        measureSearches(world, pause, quiet),
      ]);
      const end = AbortSignal.timeout(Math.min(1, minutes - minute) * attackMs);
      const attack = (minute === 0 ? register(world, url) : Promise.resolve()).then(() =>
        Promise.all([
          ...Array.from({ length: attackers }, (_, place) =>
            callTools(world, { end, place: minute + place, outcomes }),
          ),
          refreshCatalogues(world, end),
        ]),
      );
      await Promise.all([measurePeaks(world, attack, peaks), measureSearches(world, attack, loud)]);
      report.print(`minute ${minute + 1}: ${describeRatios(quiet, loud).join('; ')}`);
    }
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
      const [calm, busy] = findPercentiles(times, loud.times.get(name) ?? []);
      const longest = Math.max(...(loud.times.get(name) ?? []));
      const figures = `${name}: p95 ${calm.toFixed(1)} ms → ${busy.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`;
      report.print(figures);
      report.check(
        `${name} of another organisation waits at most ${maxWaitMs} ms`,
        longest > maxWaitMs ? [figures] : [],
      );
      if (!isCompared) continue;
      report.check(
        `${name} of another organisation waits at most ${maxSlowdown} times as long`,
        busy > maxSlowdown * calm ? [figures] : [],
      );
    }
    return `${[...outcomes.values()].reduce((sum, count) => sum + count, 0)} hostile answers`;
  } finally {
    server.kill();
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
    await delay(refreshEveryMs, undefined, { signal: end }).catch(() => undefined);
  }
}

interface Searches {
  readonly times: ReadonlyMap<string, number[]>;
  readonly problems: string[];
}

function createSearches(): Searches {
  return {
    times: new Map([
      ['search', []],
      ['search by MCP', []],
    ]),
    problems: [],
  };
}

/** Searches as another organisation, over REST and MCP in turn, until `ended` settles. */
async function measureSearches(
  world: World,
  ended: Promise<unknown>,
  { times: searches, problems }: Searches,
): Promise<void> {
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const [name, times] of searches) {
      const started = performance.now();
      const { status } = await (name === 'search'
        ? world.send(other, { method: 'POST', path: '/api/search', body: { query: commonWord } })
        : world.sendMcp(other, 'tools/call', {
            name: 'search_documents',
            arguments: { query: commonWord },
          }));
      times.push(performance.now() - started);
      if (status !== 200) problems.push(`${name} ${status}`);
      await delay(searchEveryMs);
    }
  }
  await over;
}

function describeRatios(quiet: Searches, loud: Searches): string[] {
  return [...quiet.times].map(([name, times]) => {
    const [calm, busy] = findPercentiles(times, loud.times.get(name) ?? []);
    return `${name} p95 ${calm.toFixed(1)} ms → ${busy.toFixed(1)} ms (${(busy / calm).toFixed(2)})`;
  });
}

function findPercentiles(...all: [readonly number[], readonly number[]]): [number, number] {
  return [findPercentile(all[0], 0.95), findPercentile(all[1], 0.95)];
}

/** Raises the peak of each process in MiB until `ended` settles. */
async function measurePeaks(
  world: World,
  ended: Promise<unknown>,
  peaks: Map<string, number>,
): Promise<void> {
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
}
