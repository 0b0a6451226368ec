import { setTimeout as delay } from 'node:timers/promises';
import type { CallerName } from '../isolation/callers.ts';
import type { Sent } from '../isolation/send.ts';
import { commonWord, type World } from '../isolation/world.ts';

export interface Waits {
  /** Milliseconds of each request, by who sent it. */
  readonly byCaller: ReadonlyMap<CallerName, number[]>;
  readonly problems: string[];
}

/** Somebody of another organisation, and a colleague of the one who attacks. */
export const otherCallers: readonly CallerName[] = [
  "foreign organisation's owner",
  'member who may read',
];

const everyMs = 40;

const requests: readonly Sent[] = [
  { method: 'GET', path: '/api/me' },
  { method: 'POST', path: '/api/search', body: { query: commonWord } },
  { method: 'GET', path: '/api/documents' },
  { method: 'GET', path: '/api/conversations' },
];

export function createWaits(): Waits {
  return { byCaller: new Map(otherCallers.map((caller) => [caller, []])), problems: [] };
}

/** Sends everyday requests of others, one after the other, until `ended` settles. */
export async function measureOthers(
  world: World,
  ended: Promise<unknown>,
  waits: Waits,
): Promise<void> {
  let isOver = false;
  const over = ended.finally(() => {
    isOver = true;
  });
  await Promise.all(
    otherCallers.map(async (caller) => {
      for (let turn = 0; !isOver; turn += 1) {
        const request = requests[turn % requests.length] as Sent;
        const started = performance.now();
        const { status } = await world.send(caller, request);
        waits.byCaller.get(caller)?.push(performance.now() - started);
        if (status !== 200) waits.problems.push(`${caller}: ${request.path} ${status}`);
        await Promise.race([over.catch(() => undefined), delay(everyMs)]);
      }
    }),
  );
  await over;
}

export function findPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
