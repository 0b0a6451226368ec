import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { ModelError } from '../model-error.ts';
import { habitsOf, type ModelHabits, type Pooling } from './model-family.ts';

export interface ModelFiles extends ModelHabits {
  /** Name of the model's folder or on the hub. */
  readonly name: string;
  readonly graphFile: string;
  readonly tokenizerFile: string;
  readonly tokenizerConfigFile: string | undefined;
  /** Maximum tokens of a text, special ones included. */
  readonly maxTokens: number;
  /** Digest of the weights and of their use: another digest means other vectors. */
  readonly digest: string;
}

/**
 * Places of the graph, the smaller file first: it is quantised for processors without accelerator.
 */
const graphFiles = [
  'onnx/model_quantized.onnx',
  'model_quantized.onnx',
  'onnx/model_int8.onnx',
  'onnx/model.onnx',
  'model.onnx',
];
/** Longer inputs cost time by their square, and passages are shorter. */
const maxInputTokens = 512;

const lengthSchema = z.number().optional().catch(undefined);
const configSchema = z.object({
  _name_or_path: z.string().optional().catch(undefined),
  model_type: z.string().optional().catch(undefined),
  max_position_embeddings: lengthSchema,
});
const poolingSchema = z.object({
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
  pooling_mode_lasttoken: z.boolean().optional(),
});
const promptsSchema = z.object({
  prompts: z.record(z.string(), z.string().nullable()).default({}),
});
const tokenizerConfigSchema = z.object({ model_max_length: lengthSchema });
const sentenceSchema = z.object({ max_seq_length: lengthSchema });

/**
 * Reads a model's folder: the files of sentence-transformers if there are any, else the properties
 * of the model's family by its name.
 * @throws ModelError for a folder without graph or tokenizer, or with an invalid file.
 */
export async function readModelFiles(
  folder: string,
  name = path.basename(folder),
): Promise<ModelFiles> {
  const files = await listFiles(folder);
  const find = (wanted: string) => (files.has(wanted) ? path.join(folder, wanted) : undefined);
  const require = (file: string | undefined, what: string) => {
    if (file === undefined) {
      throw new ModelError(`The model ${name} has no ${what}.`, { problem: 'model_unknown' });
    }
    return file;
  };
  const graph =
    graphFiles.find((file) => files.has(file)) ?? [...files].find((file) => file.endsWith('.onnx'));
  const graphFile = require(graph && path.join(folder, graph), '.onnx file');
  const tokenizer =
    find('tokenizer.json') ??
    find([...files].find((file) => file.endsWith('tokenizer.json')) ?? '');
  const read = async <Schema extends z.ZodType>(file: string, schema: Schema) =>
    find(file) ? readJson(path.join(folder, file), schema, name) : undefined;

  const config = await read('config.json', configSchema);
  const habits = habitsOf(`${name} ${config?._name_or_path ?? ''}`);
  const prompts = (await read('config_sentence_transformers.json', promptsSchema))?.prompts ?? {};
  const said = {
    pooling: choosePooling(await read('1_Pooling/config.json', poolingSchema)) ?? habits.pooling,
    queryPrefix: prompts.query ?? habits.queryPrefix,
    documentPrefix: prompts.document ?? prompts.passage ?? habits.documentPrefix,
    maxTokens: Math.min(
      maxInputTokens,
      (await read('sentence_bert_config.json', sentenceSchema))?.max_seq_length ?? maxInputTokens,
      (await read('tokenizer_config.json', tokenizerConfigSchema))?.model_max_length ??
        maxInputTokens,
      readablePositions(config),
    ),
  };
  return {
    name,
    graphFile,
    tokenizerFile: require(tokenizer, 'tokenizer.json'),
    tokenizerConfigFile: find('tokenizer_config.json'),
    ...said,
    digest: await digestOf(graphFile, JSON.stringify(said)),
  };
}

/** Lists the files of a folder and of those directly in it: a mistaken path may name a whole disk. */
async function listFiles(folder: string): Promise<ReadonlySet<string>> {
  const list = (part: string) => readdir(path.join(folder, part), { withFileTypes: true });
  try {
    const entries = await list('');
    const inner = await Promise.all(
      entries
        .filter((entry) => entry.isDirectory())
        .map(async ({ name: part }) =>
          (await list(part)).map((entry) => ({ entry, name: `${part}/${entry.name}` })),
        ),
    );
    const all = [...entries.map((entry) => ({ entry, name: entry.name })), ...inner.flat()];
    return new Set(all.filter(({ entry }) => !entry.isDirectory()).map(({ name }) => name));
  } catch (error) {
    throw new ModelError(`The model's folder ${folder} cannot be read.`, {
      problem: 'model_unknown',
      cause: error,
    });
  }
}

async function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  name: string,
): Promise<z.output<Schema>> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new ModelError(`The model ${name} has a ${path.basename(file)} of another form.`, {
      cause: error,
    });
  }
}

function choosePooling(config: z.output<typeof poolingSchema> | undefined): Pooling | undefined {
  if (config?.pooling_mode_cls_token) return 'cls';
  if (config?.pooling_mode_mean_tokens) return 'mean';
  return config?.pooling_mode_lasttoken ? 'last' : undefined;
}

/** RoBERTa and similar models count positions from 2. */
function readablePositions(config: z.output<typeof configSchema> | undefined): number {
  const positions = config?.max_position_embeddings ?? maxInputTokens;
  return /roberta|mpnet/.test(config?.model_type ?? '') ? positions - 2 : positions;
}

async function digestOf(file: string, settings: string): Promise<string> {
  const hash = createHash('sha256').update(settings);
  await pipeline(createReadStream(file), async (chunks) => {
    for await (const chunk of chunks) hash.update(chunk);
  });
  return hash.digest('hex').slice(0, 12);
}
