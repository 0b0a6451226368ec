import { isAbsolute } from 'node:path';
import { blobConfigShape, checkBlobSettings } from '@lectern/blobs';
import { checkEmbedderSettings, embedderConfigShape } from '@lectern/retrieval';
import {
  databaseConfigShape,
  type Environment,
  jsonSchema,
  listSchema,
  loadConfig,
  sealingKeysSchema,
  serviceConfigShape,
  serviceUrlSchema,
  signingKeySchema,
  switchSchema,
} from '@lectern/service';
import { z } from 'zod';

const stdioProgramsSchema = jsonSchema.pipe(
  z.record(
    z.string().regex(/^[\w.-]{1,100}$/),
    z.strictObject({
      command: z.string().min(1),
      args: z.array(z.string()).default([]),
      env: z.record(z.string(), z.string()).default({}),
    }),
  ),
);

/** Settings of the MCP service, by the names of their variables. */
export const configSchema = z
  .object({
    ...serviceConfigShape,
    /** Address of the knowledge service. */
    RAG_SERVICE_URL: serviceUrlSchema,
    /** Address of the llm service, for the tool `research`. Absent: the tool is not listed. */
    LLM_SERVICE_URL: serviceUrlSchema.optional(),
    /** Seconds that one search may take, retries included. */
    RAG_SEARCH_TIMEOUT: z.coerce.number().positive().max(600).default(30),
    /** Maximum results of one search; a higher `limit` is cut, with a warning. */
    RAG_MAX_RESULTS: z.coerce.number().int().min(1).max(200).default(20),
    /** Default number of articles of the knowledge service, which descriptions of tools name. */
    RETRIEVE_TOP_K: z.coerce.number().int().min(1).max(50).default(5),
    /** Off: passages are found by semantic search alone. */
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
    /** Off: there are no tools for literature and no requests of its services. */
    ENABLE_LITERATURE: switchSchema.default(true),
    /** Stores outside MCP servers and fetched literature. Absent: there are no tools for them. */
    DATABASE_URL: databaseConfigShape.DATABASE_URL.optional(),
    DATABASE_POOL_SIZE: databaseConfigShape.DATABASE_POOL_SIZE,
    /** Seal the credentials of outside MCP servers: `id:key`, the newest first. */
    CREDENTIAL_KEYS: sealingKeysSchema.optional(),
    /** Hosts of outside MCP servers that may be private and use plain http. */
    MCP_ALLOW_PRIVATE_HOSTS: listSchema.default([]),
    /** Local programs that organisations may register as `stdio:NAME`, as JSON by name. */
    MCP_STDIO_SERVERS: stdioProgramsSchema.default({}),
    /** Calls of outside tools that a person's agents may make through `/mcp`. */
    TOOL_CALLS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(300),
    /** Finds outside servers and tools by meaning. */
    ...embedderConfigShape,
    /** With the key: calls of outside tools are written to the audit log of the gateway. */
    GATEWAY_URL: serviceUrlSchema.optional(),
    INTERNAL_SIGNING_KEY: signingKeySchema.optional(),
    ...blobConfigShape,
    /** NCBI E-utilities: PubMed and PubMed Central. */
    NCBI_BASE_URL: serviceUrlSchema.default('https://eutils.ncbi.nlm.nih.gov/entrez/eutils'),
    /** Raises NCBI's limit from 3 to 10 requests a second. */
    NCBI_API_KEY: z.string().min(1).optional(),
    /** Address that NCBI may contact about these requests. */
    NCBI_EMAIL: z.email().optional(),
    /** ClinicalTrials.gov, API version 2. */
    CLINICALTRIALS_BASE_URL: serviceUrlSchema.default('https://clinicaltrials.gov/api/v2'),
  })
  .superRefine(checkEmbedderSettings)
  .superRefine((config, context) => {
    if (config.DATABASE_URL && !config.CREDENTIAL_KEYS) {
      const message = 'is needed by DATABASE_URL';
      context.addIssue({ code: 'custom', path: ['CREDENTIAL_KEYS'], message });
    }
    if (config.ENABLE_LITERATURE && config.DATABASE_URL) checkBlobSettings(config, context);
  });

export type Config = Readonly<z.output<typeof configSchema>>;

export function loadMcpConfig(environment: Environment): Config {
  return loadConfig(configSchema, environment);
}
