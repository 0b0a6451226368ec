import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endpointGroups } from '@lectern/contracts';
import { excludedOperations } from './schemathesis/excluded-operations.ts';
import { findSchemathesis } from './schemathesis/find-schemathesis.ts';
import type { Outcome } from './schemathesis/read-outcome.ts';
import { chooseOperations, runRoom } from './schemathesis/run-room.ts';
import { Api } from './suite/api.ts';
import { Report } from './suite/report.ts';
import { startTemporarySuite } from './suite/temporary-suite.ts';

const plenty = '1000000';

const allRooms = Object.entries(endpointGroups)
  .filter(([, operations]) =>
    Object.keys(operations).some((name) => !Object.hasOwn(excludedOperations, name)),
  )
  .map(([room]) => room);

interface RunOptions {
  /** The program's path. */
  readonly program: string;
  /** For what it writes. */
  readonly folder: string;
  readonly rooms: readonly string[];
  readonly only: string | undefined;
  readonly examples: string;
  readonly minutes: number;
  readonly seed: string;
}

/**
 * `npm run e2e -- schemathesis`: made-up requests for every operation of the served OpenAPI document, with an
 * administrator's key, a room of the description after the other. `--rooms NAME,NAME` some of them,
 * `--only NAME` one operation; `--examples N` made-up requests an operation beside those at the bounds
 * of its schema, 10 unless it is told; `--minutes N` the longest time for a room, 5; `--seed N` the same
 * requests again.
 */
async function runSchemathesis(
  { program, folder, rooms, only, examples, minutes, seed }: RunOptions,
  report: Report,
): Promise<string> {
  await using suite = await startTemporarySuite({
    settings: {
      REQUESTS_PER_MINUTE: plenty,
      SIGN_INS_PER_MINUTE: plenty,
    },
  });
  const api = new Api(suite.url, suite.credentials.api_key);
  const id = await api.createCollection('Lamps');
  const { documents } = await api.call('addDocuments', {
    params: { id },
    body: { documents: [{ external_id: 'lamp', title: 'The lamp', text: 'It lights the desk.' }] },
  });
  await api.waitUntilFinal(documents[0]?.id ?? '');

  const outcomes: Outcome[] = [];
  const runs = only
    ? [{ name: only, filters: chooseOperations({ only }) }]
    : rooms.map((room) => ({ name: room, filters: chooseOperations({ room }) }));
  for (const { name, filters } of runs) {
    const startedAt = performance.now();
    const outcome = await runRoom(name, filters, {
      program,
      folder,
      suiteUrl: suite.url,
      apiKey: api.apiKey,
      examples,
      seed,
      timeoutMs: minutes * 60_000,
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    report.check(`${name} is tried to the end`, findGaps(outcome));
    if (!outcome) continue;
    outcomes.push(outcome);
    report.print(
      `${name}: ${outcome.tried} operations, ${outcome.requests} requests, ${outcome.serverErrors} server errors, ${seconds} s`,
    );
    report.check(
      `every answer of ${name} keeps to the description, and none is a failure of ours`,
      outcome.problems,
    );
    const { status } = await api.request('GET', '/api/me');
    report.check(
      `the suite and its key are there after ${name}`,
      status === 200 ? [] : [`/api/me gave ${status}`],
    );
  }
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return `${sum(({ tried }) => tried)} operations, ${sum(({ requests }) => requests)} requests, ${sum(({ serverErrors }) => serverErrors)} server errors`;
}

function findGaps(outcome: Outcome | undefined): string[] {
  if (!outcome) return ['the program ended without its reports'];
  const { tried, selected, ended } = outcome;
  return [
    ...(tried === selected && tried > 0 ? [] : [`${tried} of ${selected} operations were tried`]),
    ...(ended === 'completed' ? [] : [`the run ended: ${ended}`]),
  ];
}

function readRooms(names: string | undefined): readonly string[] {
  const rooms = names?.split(',') ?? allRooms;
  const unknown = rooms.find((room) => !allRooms.includes(room));
  if (unknown !== undefined) throw new RangeError(`${unknown} is none of ${allRooms.join(', ')}`);
  return rooms;
}

const { values } = parseArgs({
  options: {
    rooms: { type: 'string' },
    only: { type: 'string' },
    examples: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const { only, examples, minutes, seed } = values;
const rooms = readRooms(values.rooms);
const report = new Report();
const folder = await mkdtemp(join(tmpdir(), 'lectern-schemathesis-'));
const found = findSchemathesis(folder);
let outcome = 'nothing was tried';
if ('reason' in found) report.skip('schemathesis', found.reason);
else {
  await report.try('the run came to its end', async () => {
    outcome = await runSchemathesis(
      { program: found.program, folder, rooms, only, examples, minutes: Number(minutes), seed },
      report,
    );
  });
}
await rm(folder, { recursive: true, force: true });
console.log(
  `schemathesis: ${outcome}; ${report.count('passed')} passed, ${report.count('failed')} failed`,
);
process.exitCode = report.hasFailures ? 1 : 0;
if (process.connected) process.disconnect();
