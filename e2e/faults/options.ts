import { parseArgs } from 'node:util';

export interface FaultOptions {
  /** Decides order and moments of the kills. */
  readonly seed: number;
  /** Documents that are ingested meanwhile. */
  readonly documents: number;
}

export const usage = 'npm run faults -- [--seed N] [--documents N, at least 20]';

const leastDocuments = 20;

/** Throws a `TypeError` or `RangeError` for what it does not understand. */
export function readOptions(parameters: readonly string[]): FaultOptions {
  const { values } = parseArgs({
    args: [...parameters],
    options: { seed: { type: 'string' }, documents: { type: 'string' } },
  });
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
  const documents = Number(values.documents ?? 100);
  if (!Number.isInteger(seed) || !Number.isInteger(documents) || documents < leastDocuments) {
    throw new RangeError(usage);
  }
  return { seed, documents };
}
