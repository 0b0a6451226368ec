import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const countSchema = z.coerce.number().int().min(1);

const measures = [
  'search',
  'rerank',
  'index',
  'ingest',
  'mixed',
  'chat',
  'mcp',
  'answers',
  'citations',
  'routing',
  'tables',
  'site',
] as const;

const optionsSchema = z.object({
  measure: z.enum(measures),
  url: z.url().optional(),
  apiKey: z.string().optional(),
  data: z.string(),
  /** Folder of a suite that stays, with what it indexed, for the next run. */
  home: z.string().optional(),
  /** File for what was found question by question. */
  details: z.string().optional(),
  /** Operations of a loop at most. */
  count: countSchema.optional(),
  concurrency: countSchema.max(200).optional(),
  /** Time of a loop at most. */
  seconds: countSchema.max(600).default(60),
  /** Rounds of good and of bad servers at most. */
  rounds: countSchema.max(1_000).optional(),
  chunks: countSchema.max(1_000_000).default(20_000),
});
export type BenchOptions = z.output<typeof optionsSchema>;

export const usage = `npm run bench -- ${measures.join('|')} [options]

  --url URL --api-key KEY  measure a suite that runs already (no CPU, no memory);
                           site: a key of each organisation, by commas, with all rights
  --count N                operations at most
  --concurrency N          operations at once
  --seconds N              time of a loop at most (60)
  --rounds N               routing: rounds of good and bad servers at most (12, for a quarter of an hour)
  --chunks N               chunks to search in (20000)
  --data FOLDER            real texts (LECTERN_DATA, else ../shared/data)
  --home FOLDER            keep the suite's state there; the next run finds the documents indexed;
                           index: of the index
  --details FILE           answers: every question with what was answered and cited, a line each

rerank needs RERANK_PROVIDER, and RERANK_MODEL for onnx. WEAVIATE_URL, WEAVIATE_GRPC_URL and REDIS_URL measure a suite on those servers. The Redis must be
empty and nobody else's, for example a database of its own: redis://127.0.0.1:6379/9.`;

/**
 * Reads the command line.
 * @throws Error with a sentence when it is wrong.
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): BenchOptions {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      'api-key': { type: 'string' },
      count: { type: 'string' },
      concurrency: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      chunks: { type: 'string' },
      data: { type: 'string' },
      home: { type: 'string' },
      details: { type: 'string' },
    },
  });
  const options = optionsSchema.parse({
    ...values,
    measure: positionals[0],
    apiKey: values['api-key'] ?? environment.LECTERN_API_KEY,
    data: values.data ?? (environment.LECTERN_DATA || defaultData),
  });
  if (options.url && !options.apiKey) throw new Error('--url needs --api-key or LECTERN_API_KEY');
  return options;
}

const defaultData = fileURLToPath(new URL('../../shared/data', import.meta.url));
