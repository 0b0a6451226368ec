import { z } from 'zod';
import type { Embedder } from './embedder.ts';
import { openOnnxEmbedder } from './onnx-embedder.ts';
import { createOpenAiEmbedder } from './openai-embedder.ts';
import { openStaticEmbedder } from './static-embedder.ts';

const threadsSchema = z.coerce.number().int().min(1).max(32);
/** Share of the dense recall in the fusion: higher for a stronger model. */
const denseWeightSchema = z.coerce.number().min(0).max(1);

/** Put before every query and every passage, as the model was trained: `query: `, `passage: `. */
const prefixShape = {
  EMBEDDING_QUERY_PREFIX: z.string().max(2_000).optional(),
  EMBEDDING_PASSAGE_PREFIX: z.string().max(2_000).optional(),
};

interface EmbedderRow {
  readonly settings: z.ZodObject;
  open(variables: Readonly<Record<string, unknown>>): Promise<Embedder>;
}

function defineEmbedder<Settings extends z.ZodObject>(
  settings: Settings,
  open: (settings: z.output<Settings>) => Promise<Embedder> | Embedder,
): Omit<EmbedderRow, 'settings'> & { readonly settings: Settings } {
  return { settings, open: async (variables) => open(settings.parse(variables)) };
}

/** Built in: needs no service and no download. */
const staticRow = defineEmbedder(z.object({}), () => openStaticEmbedder());

/** Any server with OpenAI's embeddings API. */
const openaiRow = defineEmbedder(
  z.object({
    EMBEDDING_BASE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    EMBEDDING_MODEL: z.string().min(1),
    EMBEDDING_DIMENSIONS: z.coerce.number().int().min(8).max(8192),
    EMBEDDING_API_KEY: z.string().optional(),
    /** Texts of one request; a request that takes too long is halved by itself. */
    EMBEDDING_BATCH_SIZE: z.coerce.number().int().min(1).max(2048).default(64),
    /** Longest wait for the vectors of one request. */
    EMBEDDING_TIMEOUT_MS: z.coerce.number().int().min(1).max(86_400_000).default(20_000),
    ...prefixShape,
    EMBEDDING_DENSE_WEIGHT: denseWeightSchema.optional(),
  }),
  (settings) =>
    createOpenAiEmbedder({
      baseUrl: settings.EMBEDDING_BASE_URL,
      model: settings.EMBEDDING_MODEL,
      dimensions: settings.EMBEDDING_DIMENSIONS,
      batchSize: settings.EMBEDDING_BATCH_SIZE,
      requestTimeoutMs: settings.EMBEDDING_TIMEOUT_MS,
      ...prefixesOf(settings),
      ...(settings.EMBEDDING_API_KEY && { apiKey: settings.EMBEDDING_API_KEY }),
      ...denseWeightOf(settings),
    }),
);

/** A model that runs in the process, from a folder or from the hub. */
const onnxRow = defineEmbedder(
  z.object({
    /** A folder, or `owner/name` or `owner/name@revision` on the hub. */
    EMBEDDING_MODEL: z.string().min(1),
    /** Threads, each with the model in its memory. */
    EMBEDDING_THREADS: threadsSchema.default(1),
    /** File that `npm run fit-query-table` wrote: queries take their vectors from it. */
    EMBEDDING_QUERY_TABLE: z.string().min(1).optional(),
    ...prefixShape,
    EMBEDDING_DENSE_WEIGHT: denseWeightSchema.optional(),
    /** Where models of the hub are kept once they were fetched. */
    MODELS_DIR: z.string().min(1).optional(),
    MODEL_HUB_URL: z.url({ protocol: /^https?$/ }).default('https://huggingface.co'),
  }),
  (settings) =>
    openOnnxEmbedder({
      model: settings.EMBEDDING_MODEL,
      threads: settings.EMBEDDING_THREADS,
      modelsDirectory: settings.MODELS_DIR,
      hubUrl: settings.MODEL_HUB_URL,
      ...(settings.EMBEDDING_QUERY_TABLE && { queryTable: settings.EMBEDDING_QUERY_TABLE }),
      ...prefixesOf(settings),
      ...denseWeightOf(settings),
    }),
);

/** All embedders, by their name in `EMBEDDING_PROVIDER`. */
export const embedders = {
  static: staticRow,
  openai: openaiRow,
  onnx: onnxRow,
} satisfies Record<string, EmbedderRow>;

export type EmbedderName = keyof typeof embedders;
const embedderNames = Object.keys(embedders) as [EmbedderName, ...EmbedderName[]];
type NamesOf<Row> = Row extends { settings: { shape: infer Shape } } ? keyof Shape : never;
type SettingName = NamesOf<(typeof embedders)[EmbedderName]>;

/** The variables of all embedders; each is needed by its own embedder alone. */
export const embedderConfigShape = {
  /** `static` is built in; `openai` is any server with OpenAI's embeddings API; `onnx` runs a model here. */
  EMBEDDING_PROVIDER: z.enum(embedderNames).default('static'),
  ...openaiRow.settings.partial({
    EMBEDDING_BASE_URL: true,
    EMBEDDING_MODEL: true,
    EMBEDDING_DIMENSIONS: true,
  }).shape,
  ...onnxRow.settings.shape,
  EMBEDDING_MODEL: z.string().min(1).optional(),
} satisfies Record<SettingName | 'EMBEDDING_PROVIDER', z.ZodType>;

type EmbedderVariables = { readonly EMBEDDING_PROVIDER: EmbedderName } & Readonly<
  Record<string, unknown>
>;

/** Problems of the chosen embedder's settings, each named by its variable. */
export function checkEmbedderSettings(config: EmbedderVariables, context: z.RefinementCtx): void {
  const { EMBEDDING_PROVIDER: name } = config;
  const wrong = embedders[name].settings.safeParse(config).error?.issues ?? [];
  for (const { path, message } of wrong) {
    const isMissing = config[String(path[0])] === undefined;
    const problem = isMissing ? `is needed by EMBEDDING_PROVIDER=${name}` : message;
    context.addIssue({ code: 'custom', path, message: problem });
  }
}

/** @throws EmbeddingUnavailableError when the chosen model cannot be used. */
export function openEmbedder(config: EmbedderVariables): Promise<Embedder> {
  return embedders[config.EMBEDDING_PROVIDER].open(config);
}

function denseWeightOf({
  EMBEDDING_DENSE_WEIGHT: denseWeight,
}: {
  readonly EMBEDDING_DENSE_WEIGHT?: number | undefined;
}) {
  return denseWeight === undefined ? {} : { denseWeight };
}

interface Prefixes {
  readonly EMBEDDING_QUERY_PREFIX?: string | undefined;
  readonly EMBEDDING_PASSAGE_PREFIX?: string | undefined;
}

function prefixesOf({ EMBEDDING_QUERY_PREFIX, EMBEDDING_PASSAGE_PREFIX }: Prefixes) {
  return {
    ...(EMBEDDING_QUERY_PREFIX && { queryPrefix: EMBEDDING_QUERY_PREFIX }),
    ...(EMBEDDING_PASSAGE_PREFIX && { passagePrefix: EMBEDDING_PASSAGE_PREFIX }),
  };
}
