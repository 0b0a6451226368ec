/** Warnings of a search, by their code. */
export const warnings = {
  collection_empty: 'There are no searchable documents here yet.',
  no_such_collection: 'No collection with this name, or you do not have access.',
  phrase_not_found: 'No passage contains the exact phrase. These contain some of its words.',
  embedding_unavailable: 'Semantic search is unavailable. Results are by keyword only.',
  newer_version_used: 'There are older versions of a document. The newest one was used.',
  index_rebuilding: 'The index is being rebuilt. Until then some words are not found.',
  rerank_timeout: 'Sorting took too long, so the last results may be in the wrong order.',
  rerank_unavailable: 'Reranking is unavailable, so the results may be in the wrong order.',
  document_not_searched:
    'The named document could not be searched. Results are for the whole question.',
  results_left_out: 'The results are too long to show in full. The last ones are left out.',
  surroundings_left_out: 'The results are too long to show all passages around them.',
  instructions_ignored: 'The instructions of the assistant were not followed.',
  assistant_unavailable: 'The assistant is not available, so it was not used.',
  assistant_model_unavailable:
    'You may not use the model of the assistant, so the default model answered.',
  assistant_collections_hidden: 'Some collections of the assistant were not searched.',
  corrected: (word: string, instead: string) =>
    `No results for “${word}”. Showing results for “${instead}”.`,
};
