import { z } from 'zod';
import type { Embedder } from './embedder.ts';
import { openOnnxEmbedder } from './onnx-embedder.ts';
import { createOpenAiEmbedder } from './openai-embedder.ts';
import { openStaticEmbedder } from './static-embedder.ts';

/** Settings of every model that is not built in. */
const modelShape = {
  /** Put before each query and each passage, as the model was trained: `query: `, `passage: `. */
  EMBEDDING_QUERY_PREFIX: z.string().max(2_000).optional(),
  EMBEDDING_PASSAGE_PREFIX: z.string().max(2_000).optional(),
  /** Languages that the model knows, as ISO 639 codes separated by commas; absent: all. */
  EMBEDDING_LANGUAGES: z
    .string()
    .regex(/^[a-z]{2,3}(,[a-z]{2,3})*$/, 'must be ISO 639 codes like en,de')
    .optional(),
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

/** The built-in model, which needs no service and no download. */
const staticRow = defineEmbedder(z.object({}), () => openStaticEmbedder());

/** Any server with OpenAI's embeddings API. */
const openaiRow = defineEmbedder(
  z.object({
    EMBEDDING_BASE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    EMBEDDING_MODEL: z.string().min(1),
    EMBEDDING_DIMENSIONS: z.coerce.number().int().min(8).max(8192),
    EMBEDDING_API_KEY: z.string().optional(),
    ...modelShape,
  }),
  (settings) =>
    createOpenAiEmbedder({
      baseUrl: settings.EMBEDDING_BASE_URL,
      model: settings.EMBEDDING_MODEL,
      dimensions: settings.EMBEDDING_DIMENSIONS,
      ...(settings.EMBEDDING_API_KEY && { apiKey: settings.EMBEDDING_API_KEY }),
      ...toModelOptions(settings),
    }),
);

/** A local ONNX model, from a folder or from the hub. */
const onnxRow = defineEmbedder(
  z.object({
    /** A folder, or `owner/name` or `owner/name@revision` on the hub. */
    EMBEDDING_MODEL: z.string().min(1),
    ...modelShape,
    /** Folder for models that were downloaded from the hub. */
    MODELS_DIR: z.string().min(1).optional(),
    MODEL_HUB_URL: z.url({ protocol: /^https?$/ }).default('https://huggingface.co'),
  }),
  (settings) =>
    openOnnxEmbedder({
      model: settings.EMBEDDING_MODEL,
      modelsDirectory: settings.MODELS_DIR,
      hubUrl: settings.MODEL_HUB_URL,
      ...toModelOptions(settings),
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

/** The variables of all embedders. Each embedder reads its own. */
export const embedderConfigShape = {
  /** `static` is built in, `openai` is any server with OpenAI's embeddings API, `onnx` is a local model. */
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

/** Adds an issue for each invalid setting of the chosen embedder, named by its variable. */
export function checkEmbedderSettings(config: EmbedderVariables, context: z.RefinementCtx): void {
  const { EMBEDDING_PROVIDER: name } = config;
  const wrong = embedders[name].settings.safeParse(config).error?.issues ?? [];
  for (const { path, message } of wrong) {
    const isMissing = config[String(path[0])] === undefined;
    const problem = isMissing ? `is needed by EMBEDDING_PROVIDER=${name}` : message;
    context.addIssue({ code: 'custom', path, message: problem });
  }
}

/**
 * Opens the chosen embedder.
 * @throws EmbeddingUnavailableError when its model cannot be used.
 */
export function openEmbedder(config: EmbedderVariables): Promise<Embedder> {
  return embedders[config.EMBEDDING_PROVIDER].open(config);
}

function toModelOptions({
  EMBEDDING_QUERY_PREFIX: queryPrefix,
  EMBEDDING_PASSAGE_PREFIX: passagePrefix,
  EMBEDDING_LANGUAGES: languages,
}: z.output<z.ZodObject<typeof modelShape>>) {
  return {
    languages: languages?.split(','),
    ...(queryPrefix && { queryPrefix }),
    ...(passagePrefix && { passagePrefix }),
  };
}
