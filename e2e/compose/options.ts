import { parseArgs } from 'node:util';

/** Parts that run after the suite is up and scaled; each is independent. */
export const parts = ['parser', 'crashes', 'volumes', 'stops', 'gateways', 'backup'] as const;
export type Part = (typeof parts)[number];

export interface ComposeRunOptions {
  /** Decides which documents are sent. */
  readonly seed: number;
  /** Documents that are ingested while containers crash. */
  readonly documents: number;
  /** Leaves the suite running at the end. */
  readonly keep: boolean;
  /** Compose files beside docker-compose.yml. */
  readonly files: readonly string[];
  /** Keeps originals in the S3-compatible store of the profile `s3`. */
  readonly s3: boolean;
  /** All, when none is named. */
  readonly parts: readonly Part[];
}

const minDocuments = 20;

/** @throws TypeError or RangeError for what it does not understand. */
export function readOptions(parameters: readonly string[]): ComposeRunOptions {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      seed: { type: 'string', default: '1' },
      documents: { type: 'string', default: '120' },
      keep: { type: 'boolean', default: false },
      s3: { type: 'boolean', default: false },
      file: { type: 'string', multiple: true, default: [] },
      only: { type: 'string', multiple: true, default: [...parts] },
    },
  });
  const seed = Number(values.seed);
  const documents = Number(values.documents);
  if (!Number.isInteger(seed) || !Number.isInteger(documents) || documents < minDocuments) {
    throw new RangeError(`--seed and --documents are numbers, at least ${minDocuments} documents`);
  }
  const chosen = parts.filter((part) => values.only.includes(part));
  if (chosen.length < values.only.length) throw new RangeError(`--only is one of ${parts}`);
  const { keep, s3, file: files } = values;
  return { seed, documents, keep, s3, files, parts: chosen };
}
