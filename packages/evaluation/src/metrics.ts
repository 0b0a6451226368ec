/** Grades of the judged documents of a query; a document above 0 is relevant. */
export type Judgements = ReadonlyMap<string, number>;

/**
 * Returns the normalised discounted cumulative gain with linear gain, 0 to 1: the grades of the first `depth`
 * documents, each divided by log2(rank + 1), over the same sum for the best possible ranking.
 * A document that is listed again adds nothing. 0 when nothing is relevant.
 */
export function ndcg(ranking: readonly string[], judgements: Judgements, depth: number): number {
  const ideal = discountedGain(
    [...judgements.values()].filter((grade) => grade > 0).sort((a, b) => b - a),
    depth,
  );
  if (ideal === 0) return 0;
  const grades = [...new Set(ranking)].map((id) => Math.max(0, judgements.get(id) ?? 0));
  return discountedGain(grades, depth) / ideal;
}

function discountedGain(grades: readonly number[], depth: number): number {
  return grades
    .slice(0, depth)
    .reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0);
}

/** Returns the share of the relevant documents among the first `depth`, 0 to 1. */
export function recall(ranking: readonly string[], judgements: Judgements, depth: number): number {
  const relevant = [...judgements].filter(([, grade]) => grade > 0).map(([id]) => id);
  if (relevant.length === 0) return 0;
  const found = new Set([...new Set(ranking)].slice(0, depth));
  return relevant.filter((id) => found.has(id)).length / relevant.length;
}

/** Returns one over the rank of the first relevant document among the first `depth`; 0 without one. */
export function reciprocalRank(
  ranking: readonly string[],
  judgements: Judgements,
  depth: number,
): number {
  const first = [...new Set(ranking)]
    .slice(0, depth)
    .findIndex((id) => (judgements.get(id) ?? 0) > 0);
  return first < 0 ? 0 : 1 / (first + 1);
}

export function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the middle value, the higher of two; 0 without values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  /** The same seed gives the same interval. */
  readonly seed: number;
  readonly resamples: number;
}

/** Returns the 95 % interval of the mean by the percentiles of means over resampled values. */
export function bootstrapInterval(
  values: readonly number[],
  { seed, resamples }: BootstrapOptions,
): Interval {
  if (values.length === 0) return { low: 0, high: 0 };
  const random = createRandom(seed);
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let index = 0; index < values.length; index += 1) {
      sum += values[Math.floor(random() * values.length)] ?? 0;
    }
    return sum / values.length;
  }).sort((a, b) => a - b);
  const at = (share: number) => means[Math.round(share * (means.length - 1))] ?? 0;
  return { low: at(0.025), high: at(0.975) };
}

/** Creates Mulberry32, a generator of numbers from 0 to 1 that depend on the seed alone. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
