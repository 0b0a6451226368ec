/** Warnings of a search, by their code. */
export const warnings = {
  collection_empty: 'There are no searchable documents here yet.',
  no_such_collection: 'There is no collection of this name that you may read.',
  phrase_not_found: 'No passage holds the quoted words as they stand; these hold some of them.',
  embedding_unavailable: 'The embedding model is not available; results are by keyword alone.',
  rerank_timeout:
    'The reranker had no time for all passages; the order of the others is by fusion.',
  rerank_unavailable: 'The reranker is not available; the order is by fusion.',
  document_not_searched:
    'The documents were not searched for the rest of the question; passages are by the whole of it.',
  corrected: (word: string, instead: string) =>
    `No passage here has the word “${word}”; “${instead}” was searched for instead.`,
};
