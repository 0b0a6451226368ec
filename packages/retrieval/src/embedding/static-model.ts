import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { EmbeddingUnavailableError } from './embedding-error.ts';
import { StaticVocabulary } from './static-vocabulary.ts';

/** Folder of the built-in multilingual model. */
export const builtInModel = fileURLToPath(
  new URL('../../models/lectern-static-v1', import.meta.url),
);

const centroidsOfPart = 256;

const configSchema = z.object({
  id: z.string().min(1),
  dimensions: z.int().positive(),
  subspaces: z.int().positive(),
  rows: z.int().positive(),
  denseWeight: z.number().min(0).max(1),
});

/** Content of a model's config.json. */
export type StaticModelConfig = z.infer<typeof configSchema>;

interface Vectors {
  readonly centroids: Float32Array;
  readonly weights: Float32Array;
  /** Number of the centroid for each row and subspace. */
  readonly codes: Uint8Array;
}

/**
 * A vector for each row of a vocabulary. Rows are product-quantised: the vector is cut into
 * subspaces, and each part is one of 256 centroids of its subspace.
 */
export class StaticModel {
  readonly config: StaticModelConfig;
  readonly vocabulary: StaticVocabulary;
  readonly #centroids: Float32Array;
  readonly #weights: Float32Array;
  readonly #codes: Uint8Array;

  constructor(
    config: StaticModelConfig,
    vocabulary: StaticVocabulary,
    { centroids, weights, codes }: Vectors,
  ) {
    this.config = config;
    this.vocabulary = vocabulary;
    this.#centroids = centroids;
    this.#weights = weights;
    this.#codes = codes;
  }

  /** Adds the row's vector, multiplied by the row's weight, to `sum`. */
  addRow(row: number, sum: Float64Array): void {
    const { subspaces, dimensions } = this.config;
    const codes = this.#codes;
    const centroids = this.#centroids;
    const width = dimensions / subspaces;
    const weight = this.#weights[row] as number;
    let codeAt = row * subspaces;
    let blockAt = 0;
    for (let at = 0; at < dimensions; codeAt += 1, blockAt += centroidsOfPart * width) {
      let from = blockAt + (codes[codeAt] as number) * width;
      for (const stop = at + width; at < stop; at += 1, from += 1) {
        sum[at] = (sum[at] as number) + weight * (centroids[from] as number);
      }
    }
  }
}

const opened = new Map<string, Promise<StaticModel>>();

/**
 * Reads a model from its folder, once per process: config.json, vocabulary.bin.gz and vectors.bin.
 * @throws EmbeddingUnavailableError when a file is missing or inconsistent with the others.
 */
export function openStaticModel(directory: string): Promise<StaticModel> {
  const known = opened.get(directory);
  if (known) return known;
  const model = readStaticModel(directory);
  opened.set(directory, model);
  model.catch(() => opened.delete(directory));
  return model;
}

async function readStaticModel(directory: string): Promise<StaticModel> {
  try {
    const [configText, packedVocabulary, vectors] = await Promise.all([
      readFile(join(directory, 'config.json'), 'utf8'),
      readFile(join(directory, 'vocabulary.bin.gz')),
      readFile(join(directory, 'vectors.bin')),
    ]);
    const config = configSchema.parse(JSON.parse(configText));
    const vocabulary = StaticVocabulary.read(await promisify(gunzip)(packedVocabulary));
    return new StaticModel(config, vocabulary, readVectors(vectors, config));
  } catch (error) {
    throw new EmbeddingUnavailableError(`static model cannot be read from ${directory}`, {
      cause: error,
    });
  }
}

/**
 * Reads vectors.bin: centroids as float32, one byte of weight per row, one byte per row and
 * subspace.
 */
function readVectors(
  bytes: Uint8Array,
  { dimensions, subspaces, rows }: StaticModelConfig,
): Vectors {
  const centroidCount = centroidsOfPart * dimensions;
  const weightsAt = 4 * centroidCount;
  const codesAt = weightsAt + rows;
  if (bytes.byteLength !== codesAt + rows * subspaces) throw new RangeError('vectors: wrong size');
  const centroids = new Float32Array(new Uint8Array(bytes.subarray(0, weightsAt)).buffer);
  const weightOfStep = Float32Array.from({ length: 256 }, (_, step) => 2 ** (-step / 16));
  const weights = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    weights[row] = weightOfStep[bytes[weightsAt + row] as number] as number;
  }
  return { centroids, weights, codes: bytes.subarray(codesAt) };
}
