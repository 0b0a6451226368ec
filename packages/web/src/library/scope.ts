import type { CollectionFilter, SearchRequest } from '@lectern/contracts';

export interface Scope {
  /** Each includes all below it. */
  readonly collectionIds: readonly string[];
  /** Documents outside of the selected collections. */
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

/** Converts the scope of a stored question. It has no titles of documents, so they are empty. */
export function fromScopeFilter({
  collection_ids = [],
  document_ids = [],
}: CollectionFilter): Scope {
  return {
    collectionIds: collection_ids,
    documents: document_ids.map((id) => ({ id, title: '' })),
  };
}

/** Converts a scope to the part of a request. */
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
