/** Who reads something that was stored: a person, by the token of the request. */
export interface Reader {
  readonly token: string;
  readonly requestId: string;
}

/** What the knowledge service says of the rights that people have now. */
export interface ReadableDocuments {
  /**
   * Those of the documents that are there and that the reader may read.
   *
   * @throws AppError where that cannot be found out.
   */
  find(documentIds: readonly string[], reader: Reader): Promise<readonly string[]>;
}
