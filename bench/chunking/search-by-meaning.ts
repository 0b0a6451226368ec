import type { Embedder } from '@lectern/retrieval';
import { embedOnce } from '../retrieval/kept-vectors.ts';

interface Asked {
  readonly texts: readonly string[];
  readonly queries: readonly string[];
  readonly limit: number;
}

/** For each query the places of the texts with the best cosine, the best first. */
export async function searchByMeaning(
  embedder: Embedder,
  { texts, queries, limit }: Asked,
): Promise<number[][]> {
  const documents = (await embedOnce(embedder, 'documents', texts)).vectors.map(toUnit);
  const asked = (await embedOnce(embedder, 'queries', queries)).vectors.map(toUnit);
  return asked.map((vector) =>
    documents
      .map((document, at) => ({ at, score: dot(document, vector) }))
      .toSorted((x, y) => y.score - x.score || x.at - y.at)
      .slice(0, limit)
      .map(({ at }) => at),
  );
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
