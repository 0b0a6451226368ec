import { blobConfigShape, checkBlobSettings } from '@lectern/blobs';
import { checkEmbedderSettings, embedderConfigShape, rerankFormNames } from '@lectern/retrieval';
import {
  databaseConfigShape,
  millisecondsSchema,
  serviceConfigShape,
  serviceUrlSchema,
  serviceUrlsSchema,
  signingKeySchema,
} from '@lectern/service';
import { z } from 'zod';

/** `host:port`, separated by commas. */
const sentinelsSchema = z.string().transform((text, context) =>
  text.split(',').map((part) => {
    const [, host = '', port = ''] = /^\s*\[?([^\s[\]]+?)\]?:(\d{1,5})\s*$/.exec(part) ?? [];
    if (host && Number(port) > 0 && Number(port) < 65_536) return { host, port: Number(port) };
    context.addIssue({ code: 'custom', message: 'must be addresses like sentinel-1:26379' });
    return z.NEVER;
  }),
);

const bytesSchema = z.coerce.number().int().min(1);

/** Where knowledge is kept and how text becomes vectors: the service and its worker alike. */
const knowledgeConfigShape = {
  ...serviceConfigShape,
  ...databaseConfigShape,
  ...blobConfigShape,
  /**
   * Megabytes of the disk with BLOB_DIR, else INDEX_DIR, that uploads leave free: databases, indexes
   * and logs need room to go on. With less, uploads are refused and ingestion waits.
   */
  DISK_RESERVE_MB: z.coerce.number().int().min(0).default(256),
  /** Folder of the embedded search index; not used with WEAVIATE_URL. */
  INDEX_DIR: z.string().min(1).optional(),
  /** Keeps the search index on a Weaviate server, or on a cluster: each node's address. */
  WEAVIATE_URL: serviceUrlsSchema.optional(),
  /** As many addresses as WEAVIATE_URL has, in the same order. */
  WEAVIATE_GRPC_URL: serviceUrlsSchema.optional(),
  WEAVIATE_API_KEY: z.string().min(1).optional(),
  /** Nodes that hold a copy of each chunk; absent: what the server gives. Another one: a rebuild. */
  WEAVIATE_REPLICATION_FACTOR: z.coerce.number().int().min(1).max(99).optional(),
  /** Copies that take a write before it is done, and nodes that a search asks. */
  WEAVIATE_CONSISTENCY_LEVEL: z.enum(['ONE', 'QUORUM', 'ALL']).default('QUORUM'),
  /** Carries jobs by Redis; absent: by PostgreSQL. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /**
   * Sentinels that know which Redis is the master, as `host:port`, separated by commas. Of REDIS_URL
   * user, password, database and encryption count then, its host does not.
   */
  REDIS_SENTINELS: sentinelsSchema.optional(),
  REDIS_MASTER_NAME: z.string().min(1).default('mymaster'),
  /** Where the sentinels ask for one. */
  REDIS_SENTINEL_PASSWORD: z.string().min(1).optional(),
  ...embedderConfigShape,
  /** Seconds that parser processes work for an organisation in a day; what is over it fails. */
  QUOTA_PARSE_SECONDS_PER_DAY: z.coerce.number().int().min(1).default(86_400),
};

type KnowledgeSettings = Readonly<
  Partial<Record<Exclude<keyof typeof knowledgeConfigShape, 'INTERNAL_JWKS'>, unknown>>
>;

/** Settings that need one another. */
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
    /** Largest file, in bytes. */
    UPLOAD_MAX_BYTES: bytesSchema.default(200 * 1024 * 1024),
    /** Documents that an organisation may have, and bytes of their originals. */
    QUOTA_DOCUMENTS: z.coerce.number().int().min(1).default(1_000_000),
    QUOTA_BYTES: bytesSchema.default(1024 ** 4),
    /** Collections and evaluation sets that an organisation may have. */
    QUOTA_COLLECTIONS: z.coerce.number().int().min(1).default(100_000),
    QUOTA_EVALUATION_SETS: z.coerce.number().int().min(1).default(200),
    SEARCH_TIMEOUT_MS: millisecondsSchema.default(10_000),
    /**
     * Whose API a reranker's server speaks: Cohere's, Jina's or Text Embeddings Inference's; `onnx`
     * runs a cross-encoder here.
     */
    RERANK_PROVIDER: z.enum(['none', ...rerankFormNames, 'onnx']).default('none'),
    /** Base address with its version; `/rerank` is added. */
    RERANK_BASE_URL: serviceUrlSchema.optional(),
    RERANK_API_KEY: z.string().min(1).optional(),
    /** With `onnx` a folder, or `owner/name` or `owner/name@revision` on the hub. */
    RERANK_MODEL: z.string().min(1).optional(),
    /** Without an answer in this time the order stays that of the fusion, with a warning. */
    RERANK_TIMEOUT_MS: millisecondsSchema.default(1_000),
    /** Answers come from here; without it `/rag/chat` is `model_unavailable`. */
    LLM_SERVICE_URL: serviceUrlSchema.optional(),
    /** Private key for calls in the service's own name. */
    INTERNAL_SIGNING_KEY: signingKeySchema.optional(),
    /** Address of a document without one; `{id}` and `{external_id}` are filled in. */
    DOCUMENT_URL_TEMPLATE: z.string().optional(),
    /** Tokens of those passages that the model is given. */
    ANSWER_CONTEXT_TOKENS: z.coerce.number().int().min(200).max(200_000).default(6_000),
    /** Longest answer, in tokens. */
    ANSWER_TOKENS: z.coerce.number().int().min(16).max(32_000).default(1_000),
    /** Articles of `/rag/articles` when the caller names no number. */
    RETRIEVE_TOP_K: z.coerce.number().int().min(1).max(50).default(5),
    /** Tokens of all articles of one answer together. */
    ARTICLE_TOKENS: z.coerce.number().int().min(500).max(200_000).default(8_000),
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

/** How files are read: the worker, or the process that reads for it. */
const parserConfigShape = {
  /** Parser processes of each lane: as many for what is read soon as for what takes long. */
  PARSER_PROCESSES: z.coerce.number().int().min(1).max(16).default(2),
  /**
   * Languages in which pictures are read, as Tesseract names them, `eng+deu`; default: English,
   * Russian and Chinese as far as installed; `none` reads none. Used where Tesseract is installed.
   */
  OCR_LANGUAGES: z
    .string()
    .regex(/^[A-Za-z_]{3,20}(\+[A-Za-z_]{3,20}){0,9}$/, 'names like eng+deu')
    .optional(),
  /** Processor time for a file where the system tells it (Linux), else time by the clock. */
  PARSE_TIMEOUT_MS: millisecondsSchema.default(50_000),
  PARSE_MEMORY_MB: z.coerce.number().int().min(128).max(16_384).default(1024),
};

export const workerConfigSchema = z
  .object({
    ...knowledgeConfigShape,
    ...parserConfigShape,
    /** Socket of the process that reads files; absent: the worker's own processes read them. */
    PARSER_SOCKET: z.string().min(1).optional(),
    /** Ingestion jobs at the same time. */
    WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  })
  .superRefine(checkKnowledgeSettings)
  .superRefine(checkEmbedderSettings);
export type WorkerConfig = Readonly<z.output<typeof workerConfigSchema>>;

/** The process that reads files for workers, and has nothing else. */
export const parserConfigSchema = z.object({
  ...parserConfigShape,
  LOG_LEVEL: serviceConfigShape.LOG_LEVEL,
  SHUTDOWN_TIMEOUT_MS: serviceConfigShape.SHUTDOWN_TIMEOUT_MS,
  PARSER_SOCKET: z.string().min(1),
});
