import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Embedder, EmbedOptions } from './embedder.ts';
import { EmbeddingUnavailableError } from './embedding-error.ts';
import { builtInModel, openStaticModel, type StaticModel } from './static-model.ts';
import { forEachWord } from './static-tokenizer.ts';

/** Code units to embed before other work runs. */
const batchLength = 200_000;

export interface StaticEmbedderOptions {
  /** Folder of the model; default: the built-in multilingual model. */
  readonly directory?: string;
}

/**
 * Opens the embedder that needs no service: the weighted mean of one stored vector per word. It
 * runs on the caller's thread, close to a million words a second, and yields between batches.
 * @throws EmbeddingUnavailableError when the model cannot be read.
 */
export async function openStaticEmbedder(options: StaticEmbedderOptions = {}): Promise<Embedder> {
  return new StaticEmbedder(await openStaticModel(options.directory ?? builtInModel));
}

class StaticEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly denseWeight: number;
  #model: StaticModel | undefined;

  constructor(model: StaticModel) {
    this.id = model.config.id;
    this.dimensions = model.config.dimensions;
    this.denseWeight = model.config.denseWeight;
    this.#model = model;
  }

  async embedDocuments(
    texts: readonly string[],
    { signal }: EmbedOptions = {},
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    let sinceTurn = 0;
    signal?.throwIfAborted();
    for (const text of texts) {
      const sum = new Float64Array(this.dimensions);
      for (const part of cutText(text)) {
        if (sinceTurn + part.length > batchLength && sinceTurn > 0) {
          await nextTurn();
          signal?.throwIfAborted();
          sinceTurn = 0;
        }
        this.#addWords(part, sum);
        sinceTurn += part.length;
      }
      vectors.push(toUnitLength(sum));
    }
    return vectors;
  }

  async embedQuery(text: string, options: EmbedOptions = {}): Promise<Float32Array> {
    const [vector] = await this.embedDocuments([text], options);
    return vector as Float32Array;
  }

  async close(): Promise<void> {
    this.#model = undefined;
  }

  #addWords(text: string, sum: Float64Array): void {
    const model = this.#model;
    if (!model) throw new EmbeddingUnavailableError('the embedder is closed');
    forEachWord(text, model.vocabulary, (word) => {
      model.addRow(model.vocabulary.rowOf(word), sum);
    });
  }
}

/** Splits text into parts of at most {@link batchLength}, after white space where possible. */
function* cutText(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > batchLength) {
    const window = text.slice(start, start + batchLength);
    const lastSpace = window.search(/\s\S*$/);
    const length = lastSpace > 0 ? lastSpace + 1 : batchLength;
    yield window.slice(0, length);
    start += length;
  }
  yield text.slice(start);
}

function toUnitLength(sum: Float64Array): Float32Array {
  let square = 0;
  for (const value of sum) square += value * value;
  if (square === 0) return new Float32Array(sum.length);
  const length = Math.sqrt(square);
  const vector = new Float32Array(sum.length);
  for (let at = 0; at < sum.length; at += 1) vector[at] = (sum[at] as number) / length;
  return vector;
}
