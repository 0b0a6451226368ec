import { blobConfigShape, checkBlobSettings } from '@lectern/blobs';
import { checkEmbedderSettings, embedderConfigShape, rerankFormNames } from '@lectern/retrieval';
import {
  databaseConfigShape,
  listSchema,
  millisecondsSchema,
  sealingKeysSchema,
  serviceConfigShape,
  serviceUrlSchema,
  serviceUrlsSchema,
  signingKeySchema,
} from '@lectern/service';
import { z } from 'zod';

/** Parses `host:port` pairs, separated by commas. */
const sentinelsSchema = z.string().transform((text, context) =>
  text.split(',').map((part) => {
    const [, host = '', port = ''] = /^\s*\[?([^\s[\]]+?)\]?:(\d{1,5})\s*$/.exec(part) ?? [];
    if (host && Number(port) > 0 && Number(port) < 65_536) return { host, port: Number(port) };
    context.addIssue({ code: 'custom', message: 'must be addresses like sentinel-1:26379' });
    return z.NEVER;
  }),
);

/** Absolute paths; a path has no comma. */
const pathListSchema = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine((paths) => paths.every((path) => path.startsWith('/')), 'must be absolute paths');

const bytesSchema = z.coerce.number().int().min(1);

/** Settings of stores and embedding, shared by the service and its worker. */
const knowledgeConfigShape = {
  ...serviceConfigShape,
  ...databaseConfigShape,
  ...blobConfigShape,
  /**
   * Free disk space in megabytes, on the disk of BLOB_DIR or else INDEX_DIR, below which uploads
   * are refused and ingestion waits.
   */
  DISK_RESERVE_MB: z.coerce.number().int().min(0).default(256),
  /** Folder of the embedded search index; not used with WEAVIATE_URL. */
  INDEX_DIR: z.string().min(1).optional(),
  /** Address of a Weaviate server for the search index; for a cluster, each node's address. */
  WEAVIATE_URL: serviceUrlsSchema.optional(),
  /** Same number and order of addresses as in WEAVIATE_URL. */
  WEAVIATE_GRPC_URL: serviceUrlsSchema.optional(),
  WEAVIATE_API_KEY: z.string().min(1).optional(),
  /** Copies of each chunk; absent: the server's default. A change rebuilds the index. */
  WEAVIATE_REPLICATION_FACTOR: z.coerce.number().int().min(1).max(99).optional(),
  /** Redis for jobs; absent: PostgreSQL. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Redis sentinels as `host:port`, separated by commas. They replace the host of REDIS_URL. */
  REDIS_SENTINELS: sentinelsSchema.optional(),
  REDIS_MASTER_NAME: z.string().min(1).default('mymaster'),
  REDIS_SENTINEL_PASSWORD: z.string().min(1).optional(),
  ...embedderConfigShape,
  /** Maximum size of an uploaded file and of a source's entry, in bytes. */
  UPLOAD_MAX_BYTES: bytesSchema.default(200 * 1024 * 1024),
  /** Maximum documents of an organisation, and bytes of their originals. */
  QUOTA_DOCUMENTS: z.coerce.number().int().min(1).default(1_000_000),
  QUOTA_BYTES: bytesSchema.default(1024 ** 4),
  /** Folders beneath which sources may read, separated by commas; default: none. */
  SOURCE_FOLDERS: pathListSchema.default([]),
  /** Hosts of sources that may be on a private network. Only these may use plain http. */
  SOURCE_ALLOW_PRIVATE_HOSTS: listSchema.default([]),
  /** Seal the credentials of sources: `id:key`, the newest first. Absent: none are accepted. */
  CREDENTIAL_KEYS: sealingKeysSchema.optional(),
};

type KnowledgeSettings = Readonly<
  Partial<Record<Exclude<keyof typeof knowledgeConfigShape, 'INTERNAL_JWKS'>, unknown>>
>;

function checkKnowledgeSettings(config: KnowledgeSettings, context: z.RefinementCtx): void {
  const require = (isGiven: unknown, name: string, message: string) => {
    if (!isGiven) context.addIssue({ code: 'custom', path: [name], message });
  };
  checkBlobSettings(config, context);
  require(config.INDEX_DIR || config.WEAVIATE_URL, 'INDEX_DIR', 'or WEAVIATE_URL is needed');
  require(config.WEAVIATE_GRPC_URL ||
    !config.WEAVIATE_URL, 'WEAVIATE_GRPC_URL', 'is needed with WEAVIATE_URL');
  const isPaired = countAddresses(config.WEAVIATE_GRPC_URL) === countAddresses(config.WEAVIATE_URL);
  require(isPaired ||
    !config.WEAVIATE_GRPC_URL, 'WEAVIATE_GRPC_URL', 'must have as many addresses as WEAVIATE_URL');
  require(config.REDIS_URL ||
    !config.REDIS_SENTINELS, 'REDIS_URL', 'is needed with REDIS_SENTINELS');
}

function countAddresses(addresses: unknown): number {
  return typeof addresses === 'string' ? addresses.split(',').length : 0;
}

export const configSchema = z
  .object({
    ...knowledgeConfigShape,
    /**
     * API of the reranker's server: Cohere's, Jina's or Text Embeddings Inference's; `onnx` runs a
     * local cross-encoder.
     */
    RERANK_PROVIDER: z.enum(['none', ...rerankFormNames, 'onnx']).default('none'),
    /** Base address of the reranker's API with its version; `/rerank` is appended. */
    RERANK_BASE_URL: serviceUrlSchema.optional(),
    RERANK_API_KEY: z.string().min(1).optional(),
    /** For `onnx`: a folder, or `owner/name` or `owner/name@revision` on the hub. */
    RERANK_MODEL: z.string().min(1).optional(),
    /**
     * Time limit of reranking. Passages not read in time keep the order of the fusion, with a
     * warning.
     */
    RERANK_TIMEOUT_MS: millisecondsSchema.default(1_000),
    /**
     * Address of the llm service, which answers questions; without it `/rag/chat` is
     * `model_unavailable`.
     */
    LLM_SERVICE_URL: serviceUrlSchema.optional(),
    /** Private key for calls on the service's own behalf. */
    INTERNAL_SIGNING_KEY: signingKeySchema.optional(),
    /**
     * Address of a document without a URL of its own; `{id}` and `{external_id}` are replaced.
     * Default: its page below `LECTERN_PUBLIC_URL`.
     */
    DOCUMENT_URL_TEMPLATE: z.string().optional(),
    /** Public address of the gateway. */
    LECTERN_PUBLIC_URL: serviceUrlSchema.optional(),
    /** Default number of articles of `/rag/articles`. */
    RETRIEVE_TOP_K: z.coerce.number().int().min(1).max(50).default(5),
  })
  .superRefine(checkKnowledgeSettings)
  .superRefine(checkEmbedderSettings)
  .superRefine((config, context) => {
    const { RERANK_PROVIDER: provider } = config;
    if (provider === 'none') return;
    const needed = provider === 'onnx' ? 'RERANK_MODEL' : 'RERANK_BASE_URL';
    if (config[needed]) return;
    const message = `is needed by RERANK_PROVIDER=${provider}`;
    context.addIssue({ code: 'custom', path: [needed], message });
  });
export type Config = Readonly<z.output<typeof configSchema>>;

/** Settings of parsing, for the worker or the separate parser process. */
const parserConfigShape = {
  /** Parser processes of each lane, light and heavy. */
  PARSER_PROCESSES: z.coerce.number().int().min(1).max(16).default(2),
  /**
   * Languages of Tesseract, `eng+deu`, if it is installed: it reads what the built-in models do
   * not. Default: English, Russian, Greek and Chinese if available; `none` turns all text
   * recognition off.
   */
  OCR_LANGUAGES: z
    .string()
    .regex(/^[A-Za-z_]{3,20}(\+[A-Za-z_]{3,20}){0,9}$/, 'names like eng+deu')
    .optional(),
  /** Processor time for a file where it can be measured (Linux), else wall-clock time. */
  PARSE_TIMEOUT_MS: millisecondsSchema.default(50_000),
  PARSE_MEMORY_MB: z.coerce.number().int().min(128).max(16_384).default(1024),
};

export const workerConfigSchema = z
  .object({
    ...knowledgeConfigShape,
    ...parserConfigShape,
    /** Socket of the separate parser process; absent: the worker's own processes parse. */
    PARSER_SOCKET: z.string().min(1).optional(),
    /** Tika server that reads formats which this suite does not. */
    PARSER_URL: serviceUrlSchema.optional(),
    /** File name extensions that it reads; default: those of files that the parser refuses. */
    PARSER_FORMATS: listSchema.default([]),
    /** Documents that the worker ingests at the same time. */
    WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  })
  .superRefine(checkKnowledgeSettings)
  .superRefine(checkEmbedderSettings);
export type WorkerConfig = Readonly<z.output<typeof workerConfigSchema>>;

/** Settings of the separate parser process, which has no other. */
export const parserConfigSchema = z.object({
  ...parserConfigShape,
  LOG_LEVEL: serviceConfigShape.LOG_LEVEL,
  PARSER_SOCKET: z.string().min(1),
});
