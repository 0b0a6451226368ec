import type { Embedder } from '@lectern/retrieval';

export interface SliceOptions {
  readonly embedSlice: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  /** Called with the number of new vectors. */
  readonly onEmbedded: (texts: number) => Promise<void>;
}

/** Small enough that a slow model shows its progress. */
const textsAtOnce = 32;

/** Returns an embedder that embeds documents slice by slice with `embedSlice`. */
export function embedBySlices(
  embedder: Embedder,
  { embedSlice, onEmbedded }: SliceOptions,
): Embedder {
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    denseWeight: embedder.denseWeight,
    embedQuery: (text, options) => embedder.embedQuery(text, options),
    close: () => embedder.close(),
    async embedDocuments(texts) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += textsAtOnce) {
        const slice = texts.slice(from, from + textsAtOnce);
        vectors.push(...(await embedSlice(slice)));
        await onEmbedded(slice.length);
      }
      return vectors;
    },
  };
}
