import type { ProcessFigures } from './process-figures.ts';
import type { Sample } from './sampler.ts';

/** Memory of the last quarter, as a multiple of the second's. */
const maxGrowth = 1.1;
/** The same for the most open files of the index, which go up and down. */
const maxFileGrowth = 1.25;
/**
 * Pools keep the connections that timers happened to use at the same moment, so what is counted at
 * rest goes up and down by a few. What leaks grows with the thousands of turns in between.
 */
const maxMoreAtRest = 4;
const before = 2;
const after = 4;

export interface Comparison {
  readonly name: string;
  /** In the second quarter, after which everything is warm. */
  readonly before: number;
  /** In the last. */
  readonly after: number;
}

/**
 * Mean memory of each process in KiB over a whole quarter, and of all together. PostgreSQL's
 * shared buffers are a cache of a fixed size that fills with time: of it private memory counts.
 */
export function compareMemory(samples: readonly Sample[]): Comparison[] {
  const read = (name: string, figures: ProcessFigures | undefined) =>
    (name === 'postgres' ? figures?.privateMemory : figures?.memory) ?? 0;
  const compare = (name: string, readSample: (sample: Sample) => number) => ({
    name,
    before: mean(samples.filter(({ quarter }) => quarter === before).map(readSample)),
    after: mean(samples.filter(({ quarter }) => quarter === after).map(readSample)),
  });
  const names = listNames(samples, ({ processes }) => processes);
  return [
    ...names.map((name) => compare(name, ({ processes }) => read(name, processes.get(name)))),
    compare('all', ({ processes }) =>
      Array.from(processes, ([name, figures]) => read(name, figures)).reduce(add, 0),
    ),
  ];
}

/**
 * Compares the minimum during each pause of the load, since background work comes and goes. Files
 * that PostgreSQL's connections keep open are a cache and left out.
 */
export function compareHandles(
  samples: readonly Sample[],
  figure: 'handles' | 'sockets' | 'children',
): Comparison[] {
  const names = listNames(samples, ({ processes }) => processes).filter(
    (name) => name !== 'postgres',
  );
  return names.map((name) => ({
    name,
    ...compareQuiet(samples, ({ processes }) => processes.get(name)?.[figure] ?? 0),
  }));
}

/** Open files of the index: the most at any time, for a cache fills and is emptied again. */
export function compareIndexFiles(samples: readonly Sample[]): Comparison[] {
  const most = (name: string, wanted: number) =>
    Math.max(
      ...samples
        .filter(({ quarter }) => quarter === wanted)
        .map(({ processes }) => processes.get(name)?.indexFiles ?? 0),
    );
  return listNames(samples, ({ processes }) => processes)
    .map((name) => ({ name, before: most(name, before), after: most(name, after) }))
    .filter((comparison) => comparison.before > 0 || comparison.after > 0);
}

/** Judges the connections to PostgreSQL that are open at rest. */
export function compareConnections(samples: readonly Sample[]): Comparison[] {
  return listNames(samples, ({ connections }) => connections).map((name) => ({
    name,
    ...compareQuiet(samples, ({ connections }) => connections.get(name) ?? 0),
  }));
}

export function findGrowth(comparisons: readonly Comparison[]): string[] {
  return comparisons
    .filter(({ before, after }) => !(before > 0 && after <= before * maxGrowth))
    .map(
      ({ name, before, after }) => `${name}: ${toMebibytes(before)} → ${toMebibytes(after)} MiB`,
    );
}

export function findMoreFiles(comparisons: readonly Comparison[]): string[] {
  return comparisons
    .filter(({ before, after }) => !(after <= before * maxFileGrowth))
    .map(({ name, before, after }) => `${name}: ${before} → ${after}`);
}

/** Fewer at the end is no leak. */
export function findMore(comparisons: readonly Comparison[]): string[] {
  return comparisons
    .filter(({ before, after }) => !(after <= before + maxMoreAtRest))
    .map(({ name, before, after }) => `${name}: ${before} → ${after}`);
}

export function toMebibytes(kibibytes: number): string {
  return (kibibytes / 1024).toFixed(1);
}

function compareQuiet(samples: readonly Sample[], readSample: (sample: Sample) => number) {
  const quietIn = (wanted: number) =>
    samples.filter(({ quarter, isQuiet }) => isQuiet && quarter === wanted).map(readSample);
  return { before: Math.min(...quietIn(before)), after: Math.min(...quietIn(after)) };
}

function listNames(
  samples: readonly Sample[],
  select: (sample: Sample) => ReadonlyMap<string, unknown>,
): string[] {
  return [...new Set(samples.flatMap((sample) => [...select(sample).keys()]))].toSorted();
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce(add, 0) / numbers.length;
}

function add(sum: number, number: number): number {
  return sum + number;
}
