import { isAbsolute } from 'node:path';
import {
  type Environment,
  loadConfig,
  serviceConfigShape,
  serviceUrlSchema,
  switchSchema,
} from '@lectern/service';
import { z } from 'zod';

export const configSchema = z.object({
  ...serviceConfigShape,
  /** Where the knowledge service is. */
  RAG_SERVICE_URL: serviceUrlSchema,
  /** Seconds that one search may take, retries included. */
  RAG_SEARCH_TIMEOUT: z.coerce.number().positive().max(600).default(30),
  /** Most results of one search; a higher `limit` is cut. */
  RAG_MAX_RESULTS: z.coerce.number().int().min(1).max(200).default(20),
  /** Off: passages are found by meaning alone. */
  ENABLE_HYBRID_SEARCH: switchSchema.default(true),
  /** Off: a search cannot be limited to collections. */
  ENABLE_COLLECTION_FILTER: switchSchema.default(true),
  /** On: questions, answers and passages go into the traces of `rag_query_with_chunks`. */
  LANGSMITH_INCLUDE_TEXT: switchSchema.default(false),
  /** Folder of the file tools, with a folder for each organisation. Absent: no such tools. */
  FILES_ROOT: z
    .string()
    .refine((path) => isAbsolute(path), 'must be an absolute path')
    .optional(),
  /** Largest file that the file tools read or write. */
  FILES_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(10 * 1024 * 1024)
    .default(256 * 1024),
});

export type Config = Readonly<z.output<typeof configSchema>>;

export function loadMcpConfig(environment: Environment): Config {
  return loadConfig(configSchema, environment);
}
