import type { Collection } from '@lectern/contracts';

export interface CollectionNode {
  readonly collection: Collection;
  readonly depth: number;
  /** Number of visible documents in it and below it. */
  readonly documentCount: number;
  readonly children: readonly CollectionNode[];
}

/**
 * Builds the tree of visible collections, sorted by name. Those without a visible parent are at the
 * top.
 */
export function buildCollectionTree(collections: readonly Collection[]): readonly CollectionNode[] {
  const ids = new Set(collections.map(({ id }) => id));
  const byParent = Map.groupBy(collections, ({ parent_id }) =>
    parent_id !== null && ids.has(parent_id) ? parent_id : '',
  );
  const build = (parentId: string, depth: number): CollectionNode[] =>
    (byParent.get(parentId) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((collection) => {
        const children = build(collection.id, depth + 1);
        const documentCount = children.reduce(
          (sum, child) => sum + child.documentCount,
          collection.document_count,
        );
        return { collection, depth, documentCount, children };
      });
  return build('', 0);
}

/** Flattens nodes to rows, parents first, without the children of collapsed nodes. */
export function flattenTree(
  nodes: readonly CollectionNode[],
  isOpen: (id: string) => boolean = () => true,
): readonly CollectionNode[] {
  return nodes.flatMap((node) => [
    node,
    ...(isOpen(node.collection.id) ? flattenTree(node.children, isOpen) : []),
  ]);
}

/** Returns the names from the top to a collection. */
export function findPath(
  collections: readonly Collection[],
  id: string | undefined,
): readonly Collection[] {
  const byId = new Map(collections.map((one) => [one.id, one]));
  const path: Collection[] = [];
  let current = id === undefined ? undefined : byId.get(id);
  while (current && !path.includes(current)) {
    path.unshift(current);
    current = current.parent_id === null ? undefined : byId.get(current.parent_id);
  }
  return path;
}

/** Returns a collection and all below it. */
export function listSubtree(collections: readonly Collection[], id: string): ReadonlySet<string> {
  const ids = new Set([id]);
  let size = 0;
  while (size !== ids.size) {
    size = ids.size;
    for (const { id: own, parent_id } of collections) {
      if (parent_id !== null && ids.has(parent_id)) ids.add(own);
    }
  }
  return ids;
}
