/** The reader of stored quotes. */
export interface Reader {
  readonly token: string;
  readonly requestId: string;
}

/** Checks current rights at the knowledge service. */
export interface ReadableDocuments {
  /**
   * Returns the documents that exist and that the reader may read.
   *
   * @throws AppError when the rights cannot be determined.
   */
  find(documentIds: readonly string[], reader: Reader): Promise<readonly string[]>;
}
