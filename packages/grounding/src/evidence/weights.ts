/** A linear model: the bias and what one unit of each feature adds. */
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

// Fitted by `node bench/answers/fit-evidence.ts`; see docs/decisions/0070-evidence.md.
export const unitWeights = {
  bias: -7.363,
  features: {
    unit: 3.558,
    query: 4.279,
    near: 1.413,
    far: 0.753,
    next: 0.849,
    head: 2.4,
    source: -3.164,
    source_share: 4.003,
    kind_number: 1.971,
    kind_name: 1.658,
    kind_definition: 1.519,
    kind_reason: 1.423,
    kind_unknown: 1.013,
    news: 1.618,
    label: 1.825,
    length: -0.286,
    rank: -0.257,
    asks: -5.555,
    leaders: -7.075,
    long: 1.899,
  },
} as const satisfies LinearModel<string>;

export const evidenceWeights = {
  bias: -5.549,
  features: {
    score: 0.169,
    margin: -0.104,
    unit: 1.233,
    context: 0.183,
    source: 1.178,
    best_source: 4.891,
    kind: 0.125,
    kind_unknown: 0.244,
    numbers_near: 1.42,
    numbers: 0.516,
    terms: 0.098,
    unspaced: 0.169,
  },
} as const satisfies LinearModel<string>;

/** Below this evidence nothing is answered: 1 answerable question in 10 over real documents. */
export const leastEvidence = 0.377;

export type UnitFeature = keyof typeof unitWeights.features;
export type UnitModel = LinearModel<UnitFeature>;
export type EvidenceFeature = keyof typeof evidenceWeights.features;
