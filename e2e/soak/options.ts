import { parseArgs } from 'node:util';

export interface SoakOptions {
  /** Length of the run, in minutes, the four pauses included. */
  readonly minutes: number;
  /** Decides the order of what is done. */
  readonly seed: number;
  /** `embedded`: the suite's own stores; `real`: servers that the run starts. */
  readonly stores: 'embedded' | 'real';
  /** A file that gets every sample as a line of JSON. */
  readonly samples: string | undefined;
}

export const usage =
  'npm run e2e -- soak [--minutes N, at least 4] [--seed N] [--stores embedded|real] [--samples FILE]';

const minMinutes = 4;

/** @throws TypeError or RangeError for what it does not understand. */
export function readOptions(parameters: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      minutes: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      stores: { type: 'string', default: 'embedded' },
      samples: { type: 'string' },
    },
  });
  const minutes = Number(values.minutes);
  const seed = Number(values.seed);
  const { stores } = values;
  if (!(minutes >= minMinutes) || !Number.isInteger(seed)) throw new RangeError(usage);
  if (stores !== 'embedded' && stores !== 'real') throw new RangeError(usage);
  return { minutes, seed, stores, samples: values.samples };
}
