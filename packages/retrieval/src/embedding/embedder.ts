export interface EmbedOptions {
  /** Ends the wait: the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Turns text into vectors of unit length, so that a dot product is a cosine. Calls may run at the
 * same time. The same text always gives the same vector, whatever else is in the batch. A text of
 * which the model knows nothing, the empty one included, gives a vector of zeros.
 *
 * Calls reject with {@link EmbeddingUnavailableError} when the model cannot be used.
 */
export interface Embedder {
  /** Names model and version. Vectors of embedders with different ids are never compared. */
  readonly id: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /**
   * Share of the dense recall in the fusion, 0 to 1, by this model's measured strength against
   * keyword search.
   */
  readonly denseWeight: number;
  /** ISO 639 codes of the languages that the model knows; absent: every language. */
  readonly languages?: readonly string[] | undefined;
  /** Vectors in the order of the texts. Any number of texts: the embedder makes its own batches. */
  embedDocuments(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  embedQuery(text: string, options?: EmbedOptions): Promise<Float32Array>;
  /** Releases the model. Later calls reject. */
  close(): Promise<void>;
}
