/** A linear model: a bias and a weight per feature. */
export interface LinearModel<Name extends string> {
  readonly bias: number;
  readonly features: Readonly<Record<Name, number>>;
}

export function applyWeights<Name extends string>(
  { bias, features }: LinearModel<Name>,
  values: Readonly<Record<NoInfer<Name>, number>>,
): number {
  let sum = bias;
  for (const name of Object.keys(features) as Name[]) sum += features[name] * values[name];
  return sum;
}

// Fitted by `node bench/answers/fit-evidence.ts`; see bench/answers/README.md.
export const unitWeights = {
  bias: -7.324,
  features: {
    unit: 3.764,
    query: 3.643,
    near: 0.731,
    far: -0.981,
    next: 0.228,
    head: 2.884,
    source: -2.617,
    source_share: 4.634,
    kind_number: 1.421,
    kind_name: 1.255,
    kind_definition: 1.345,
    kind_reason: 1.258,
    kind_unknown: 0.858,
    news: 1.327,
    label: 1.649,
    length: -0.279,
    rank: -0.301,
    asks: -6.038,
    leaders: -7.636,
    long: 2.361,
  },
} as const satisfies LinearModel<string>;

export const evidenceWeights = {
  bias: -5.291,
  features: {
    chance: 2.513,
    source: 6.473,
    numbers: 2.122,
    absent_names: -1,
    unspaced: 1.696,
  },
} as const satisfies LinearModel<string>;

/** Minimum evidence of an answer. */
export const minEvidence = 0.394;

export type UnitFeature = keyof typeof unitWeights.features;
export type UnitModel = LinearModel<UnitFeature>;
export type EvidenceFeature = keyof typeof evidenceWeights.features;
