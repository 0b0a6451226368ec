import { createHash } from 'node:crypto';
import { ModelError } from '../model-error.ts';
import { findModel, type ModelSource } from '../onnx/find-model.ts';
import type { ModelFiles } from '../onnx/model-files.ts';
import { ModelProcesses } from '../onnx/model-processes.ts';
import type { Embedder, EmbedOptions } from './embedder.ts';
import { EmbeddingUnavailableError } from './embedding-error.ts';

export interface OnnxEmbedderOptions extends ModelSource {
  /** Processes of the model, each with the model in its memory. 1 unless given. */
  readonly processes?: number;
  /** ISO 639 codes of the languages that the model knows; absent: every language. */
  readonly languages?: readonly string[] | undefined;
  /** Put before queries and passages in place of the model's own prefixes. */
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
}

/**
 * Opens an embedder over an ONNX graph in processes of its own. Pooling, prefixes and maximum
 * length come from the model's folder.
 * @throws EmbeddingUnavailableError when the model cannot be used.
 */
export async function openOnnxEmbedder(options: OnnxEmbedderOptions): Promise<Embedder> {
  const { processes = 1, languages } = options;
  return asUnavailable(async () => {
    const files = await findOnnxFiles(options);
    const model = await ModelProcesses.open({ files, processes });
    try {
      const { length: dimensions } = await model.run({ kind: 'embed', text: 'a' });
      return new OnnxEmbedder(model, { files, dimensions, languages });
    } catch (error) {
      await model.close();
      throw error;
    }
  });
}

/**
 * Returns the model's files, with the given prefixes instead of its own.
 * @throws ModelError if they are missing and cannot be downloaded.
 */
async function findOnnxFiles({
  queryPrefix,
  passagePrefix,
  ...source
}: OnnxEmbedderOptions): Promise<ModelFiles> {
  const found = await findModel(source);
  return {
    ...found,
    ...(queryPrefix !== undefined && { queryPrefix }),
    ...(passagePrefix !== undefined && {
      documentPrefix: passagePrefix,
      digest: `${found.digest}-${createHash('sha256').update(passagePrefix).digest('hex').slice(0, 8)}`,
    }),
  };
}

interface Traits {
  readonly files: ModelFiles;
  readonly dimensions: number;
  readonly languages: readonly string[] | undefined;
}

class OnnxEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly denseWeight = 0.6;
  readonly languages: readonly string[] | undefined;
  readonly #model: ModelProcesses;
  readonly #files: ModelFiles;

  constructor(model: ModelProcesses, { files, dimensions, languages }: Traits) {
    this.id = `onnx:${files.name}:${files.digest}`;
    this.dimensions = dimensions;
    this.#model = model;
    this.#files = files;
    this.languages = languages;
  }

  embedDocuments(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]> {
    return this.#embed(texts, this.#files.documentPrefix, options);
  }

  async embedQuery(text: string, options?: EmbedOptions): Promise<Float32Array> {
    const [vector] = await this.#embed([text], this.#files.queryPrefix, options);
    return vector as Float32Array;
  }

  async close(): Promise<void> {
    await this.#model.close();
  }

  async #embed(
    texts: readonly string[],
    prefix: string,
    { signal }: EmbedOptions = {},
  ): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const places = texts.flatMap((text, place) => (text.trim() === '' ? [] : [place]));
    const tasks = places.map((place) => ({ kind: 'embed' as const, text: prefix + texts[place] }));
    const found = await asUnavailable(() => this.#model.runAll(tasks, { signal }));
    const vectors: Float32Array[] = texts.map(() => new Float32Array(this.dimensions));
    found.forEach((values, at) => {
      vectors[places[at] as number] = toUnitLength(values);
    });
    return vectors;
  }
}

async function asUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new EmbeddingUnavailableError(error.message, { problem: error.problem, cause: error });
  }
}

function toUnitLength(values: Float32Array): Float32Array {
  const length = Math.hypot(...values);
  if (!Number.isFinite(length)) throw new EmbeddingUnavailableError('The vectors are not finite.');
  return length === 0 ? values : values.map((value) => value / length);
}
