import { parseArgs } from 'node:util';

export interface FaultOptions {
  /** Decides order and moments of the kills. */
  readonly seed: number;
  /** Documents that are ingested meanwhile. */
  readonly documents: number;
  /** `embedded`: the suite's own stores; `real`: a Redis and a Weaviate that the run starts. */
  readonly stores: 'embedded' | 'real';
}

export const usage = `npm run e2e -- faults [--seed N] [--documents N, at least 20] [--stores embedded|real]

--stores real starts a Redis and a Weaviate of its own and kills them too. FAULTS_REDIS_SERVER and
FAULTS_WEAVIATE_SERVER name the programs where they are not on the path as redis-server and
weaviate. Without a program, the server of REDIS_URL or WEAVIATE_URL is used and not killed.`;

const minDocuments = 20;

/** @throws TypeError or RangeError for what it does not understand. */
export function readOptions(parameters: readonly string[]): FaultOptions {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      seed: { type: 'string' },
      documents: { type: 'string' },
      stores: { type: 'string', default: 'embedded' },
    },
  });
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
  const documents = Number(values.documents ?? 100);
  if (!Number.isInteger(seed) || !Number.isInteger(documents) || documents < minDocuments) {
    throw new RangeError(usage);
  }
  const { stores } = values;
  if (stores !== 'embedded' && stores !== 'real') throw new RangeError(usage);
  return { seed, documents, stores };
}
