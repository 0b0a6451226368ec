import { bootstrapInterval, type Interval, mean, pairedPValue } from '@lectern/evaluation';

export interface Score {
  readonly mean: number;
  /** 95 % of the mean, over questions. */
  readonly interval: Interval;
}

export interface Comparison extends Score {
  /** Of the randomisation test over pairs: how likely such a difference is by chance. */
  readonly p_value: number;
}

const bootstrap = { seed: 20_260_728, resamples: 2_000 };

export function createScore(values: readonly number[]): Score {
  return { mean: mean(values), interval: bootstrapInterval(values, bootstrap) };
}

/** The values less those of the first setting, pair by pair; null for the first itself. */
export function compareWith(
  first: readonly number[],
  values: readonly number[],
): Comparison | null {
  if (first === values) return null;
  const differences = values.map((value, at) => value - (first[at] ?? 0));
  return { ...createScore(differences), p_value: pairedPValue(differences, bootstrap) };
}

export function formatScore({ mean, interval }: Score): string {
  return `${mean.toFixed(4)} (${interval.low.toFixed(3)}-${interval.high.toFixed(3)})`;
}

export function formatComparison(comparison: Comparison | null): string {
  return comparison ? `${formatScore(comparison)}, p ${comparison.p_value.toFixed(3)}` : '';
}
