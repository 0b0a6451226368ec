export interface EmbedOptions {
  /** Aborts the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Converts text into vectors of unit length, so that a dot product is a cosine. Calls may run
 * concurrently. The same text always has the same vector, regardless of its batch. A text without
 * known words, the empty one included, has a vector of zeros.
 *
 * Calls reject with {@link EmbeddingUnavailableError} when the model cannot be used.
 */
export interface Embedder {
  /** Identifies model and version. Vectors of embedders with different ids are never compared. */
  readonly id: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /**
   * Weight of the dense ranking in the fusion, 0 to 1, by this model's measured strength against
   * keyword search.
   */
  readonly denseWeight: number;
  /** ISO 639 codes of the languages that the model knows; absent: every language. */
  readonly languages?: readonly string[] | undefined;
  /**
   * Returns the vectors in the order of the texts. Takes any number of texts: the embedder makes
   * its own batches.
   */
  embedDocuments(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  embedQuery(text: string, options?: EmbedOptions): Promise<Float32Array>;
  /** Releases the model. Later calls reject. */
  close(): Promise<void>;
}
