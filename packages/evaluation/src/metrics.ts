/** Grade of each judged document of a query; above 0 is relevant. */
export type Judgements = ReadonlyMap<string, number>;

/**
 * Normalised discounted cumulative gain with linear gain, 0 to 1: the grades of the first `depth`
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

/** Share of the relevant documents that are among the first `depth`, 0 to 1. */
export function recall(ranking: readonly string[], judgements: Judgements, depth: number): number {
  const relevant = [...judgements].filter(([, grade]) => grade > 0).map(([id]) => id);
  if (relevant.length === 0) return 0;
  const found = new Set([...new Set(ranking)].slice(0, depth));
  return relevant.filter((id) => found.has(id)).length / relevant.length;
}

/** One over the place of the first relevant document among the first `depth`; 0 without one. */
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

/**
 * Binary preference, 0 to 1: of the judged documents, how often a relevant one stands before one that
 * is not; documents without a judgement say nothing. As trec_eval has it: each relevant document that
 * is found gives 1 less the share of min(R, N) judged ones that are not relevant and stand before it,
 * at most R of them, over R, with R relevant and N other judged documents. 0 when nothing is relevant.
 */
export function bpref(ranking: readonly string[], judgements: Judgements): number {
  const relevant = [...judgements.values()].filter((grade) => grade > 0).length;
  const others = judgements.size - relevant;
  let wrongBefore = 0;
  let sum = 0;
  for (const id of new Set(ranking)) {
    const grade = judgements.get(id);
    if (grade === undefined) continue;
    if (grade <= 0) wrongBefore += 1;
    else if (wrongBefore === 0) sum += 1;
    else sum += 1 - Math.min(wrongBefore, relevant) / Math.min(relevant, others);
  }
  return relevant === 0 ? 0 : sum / relevant;
}

export function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The middle value, of two the higher; 0 of none. */
export function median(values: readonly number[]): number {
  return ascending(values)[Math.floor(values.length / 2)] ?? 0;
}

/** The value that 95 of 100 do not exceed; 0 of none. */
export function percentile95(values: readonly number[]): number {
  return ascending(values)[Math.ceil(values.length * 0.95) - 1] ?? 0;
}

function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b);
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

/** 95 % interval of the mean, by the percentiles of means over resampled values. */
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

/**
 * How likely a mean this far from 0 is if the sign of each difference were by chance, two-sided:
 * Fisher's randomisation test over pairs. 1 where nothing differs.
 */
export function pairedPValue(
  differences: readonly number[],
  { seed, resamples }: BootstrapOptions,
): number {
  const telling = differences.filter((difference) => difference !== 0);
  const observed = Math.abs(telling.reduce((sum, difference) => sum + difference, 0));
  const random = createRandom(seed);
  let asFar = 0;
  for (let round = 0; round < resamples; round += 1) {
    let sum = 0;
    for (const difference of telling) sum += random() < 0.5 ? difference : -difference;
    // Sums of the same numbers differ in their last digits by their order alone.
    if (Math.abs(sum) >= observed - 1e-9) asFar += 1;
  }
  return (asFar + 1) / (resamples + 1);
}

/** Mulberry32: numbers from 0 to 1 that depend on the seed alone. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
