import { parseArgs } from 'node:util';

export interface ComposeRunOptions {
  /** Decides which documents are sent. */
  readonly seed: number;
  /** Documents that are ingested while containers crash. */
  readonly documents: number;
  /** Leaves the suite running at the end. */
  readonly keep: boolean;
  /** Compose files beside docker-compose.yml. */
  readonly files: readonly string[];
}

const leastDocuments = 20;

/** Throws a `TypeError` or `RangeError` for what it does not understand. */
export function readOptions(parameters: readonly string[]): ComposeRunOptions {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      seed: { type: 'string', default: '1' },
      documents: { type: 'string', default: '120' },
      keep: { type: 'boolean', default: false },
      file: { type: 'string', multiple: true, default: [] },
    },
  });
  const seed = Number(values.seed);
  const documents = Number(values.documents);
  if (!Number.isInteger(seed) || !Number.isInteger(documents) || documents < leastDocuments) {
    throw new RangeError(
      `--seed and --documents are numbers, at least ${leastDocuments} documents`,
    );
  }
  return { seed, documents, keep: values.keep, files: values.file };
}
