import type { CollectionFilter, SearchRequest } from '@lectern/contracts';

/** What of the documents is meant. */
export interface Scope {
  /** Each with all below it. */
  readonly collectionIds: readonly string[];
  /** Single ones, beside those of the collections. */
  readonly documents: readonly ScopeDocument[];
}

export interface ScopeDocument {
  readonly id: string;
  readonly title: string;
}

/** Everything that the person may read. */
export const wholeScope: Scope = { collectionIds: [], documents: [] };

export function isWhole({ collectionIds, documents }: Scope): boolean {
  return collectionIds.length === 0 && documents.length === 0;
}

/** What a question was asked of. Titles of documents are not known by it: they are empty. */
export function fromScopeFilter({
  collection_ids = [],
  document_ids = [],
}: CollectionFilter): Scope {
  return {
    collectionIds: collection_ids,
    documents: document_ids.map((id) => ({ id, title: '' })),
  };
}

/** The part of a request that asks for no more than this. */
export function toScopeFilter({
  collectionIds,
  documents,
}: Scope): Pick<SearchRequest, 'collection_filter'> {
  if (collectionIds.length === 0 && documents.length === 0) return {};
  return {
    collection_filter: {
      ...(collectionIds.length > 0 && { collection_ids: [...collectionIds] }),
      ...(documents.length > 0 && { document_ids: documents.map(({ id }) => id) }),
    },
  };
}
