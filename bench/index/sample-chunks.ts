import { hash } from 'node:crypto';
import type { Analyzer, Embedder, IndexedChunk } from '@lectern/retrieval';
import { createRandom, pick } from '../data/random.ts';
import { readRuns } from '../data/sample-documents.ts';

const chunksADocument = 15;
/** Documents that a worker writes together. */
const documentsABatch = 20;
const seed = 50_000;

export interface SampleChunksOptions {
  /** Real texts that the chunks are made of. */
  readonly texts: readonly string[];
  readonly chunks: number;
  /** Documents go round them, so that each holds the same share. */
  readonly collections: number;
  readonly analyzer: Analyzer;
  readonly embedder: Embedder;
}

interface Run {
  readonly vector: Float32Array;
  readonly terms: readonly string[];
}

/**
 * Batches of chunks, each of two runs of up to five real sentences: half of them from one text, half
 * from two. A run is embedded and analysed once, so that a million chunks are made in a minute; a
 * chunk has the direction between its runs and the terms of both. The same options give the same
 * chunks; chunk `n` of all has the id `idOf('chunk', n)`.
 */
export async function* sampleChunks({
  texts,
  chunks,
  collections,
  analyzer,
  embedder,
}: SampleChunksOptions): AsyncGenerator<readonly IndexedChunk[]> {
  const runs: Run[][] = [];
  for (const ofText of readRuns(texts)) {
    const vectors = await embedder.embedDocuments(ofText);
    runs.push(
      ofText.map((text, at) => ({
        vector: vectors[at] as Float32Array,
        terms: analyzer.indexDocument(text),
      })),
    );
  }
  const random = createRandom(seed);
  const chunksABatch = chunksADocument * documentsABatch;
  for (let made = 0; made < chunks; made += chunksABatch) {
    yield Array.from({ length: Math.min(chunksABatch, chunks - made) }, (_, at) => {
      const number = made + at;
      const document = Math.floor(number / chunksADocument);
      const ofText = pick(runs, random);
      const first = pick(ofText, random);
      const second = pick(random() < 0.5 ? ofText : pick(runs, random), random);
      return {
        id: idOf('chunk', number),
        documentId: idOf('document', document),
        revision: idOf('document', document),
        collectionId: collectionOf(document, collections),
        position: number % chunksADocument,
        page: null,
        createdAtMs: 0,
        terms: [...first.terms, ...second.terms],
        vector: between(first.vector, second.vector),
      };
    });
  }
}

/** Number of the chunk's collection. */
export function collectionOfChunk(number: number, collections: number): number {
  return Math.floor(number / chunksADocument) % collections;
}

export function collectionOf(document: number, collections: number): string {
  return idOf('collection', document % collections);
}

/** In the form of the ids that the suite gives. */
export function idOf(kind: 'chunk' | 'document' | 'collection', number: number): string {
  const digits = hash('sha256', `${kind} ${number}`).slice(0, 32);
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

function between(one: Float32Array, other: Float32Array): Float32Array {
  const sum = new Float32Array(one.length);
  let squares = 0;
  for (let at = 0; at < sum.length; at += 1) {
    const value = (one[at] as number) + (other[at] as number);
    sum[at] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares) || 1;
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] as number) / length;
  return sum;
}
