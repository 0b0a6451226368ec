import { setTimeout as delay } from 'node:timers/promises';
import { readFigures } from '../soak/process-figures.ts';
import type { TemporarySuite } from '../suite/temporary-suite.ts';

const samples = 5;
const everyMs = 1_000;

/** MiB that each process holds when it rests: the least of a few looks. Needs Linux. */
export async function measureMemory({ processes }: TemporarySuite): Promise<Map<string, number>> {
  const roots = new Map(
    Object.entries(processes).flatMap(([name, { pid }]) =>
      pid === undefined ? [] : [[name, pid] as const],
    ),
  );
  const least = new Map<string, number>();
  for (let sample = 0; sample < samples; sample += 1) {
    if (sample > 0) await delay(everyMs);
    for (const [name, { privateMemory }] of await readFigures(roots)) {
      least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, privateMemory / 1024));
    }
  }
  return least;
}
