import type { Collection } from '@lectern/contracts';
import { findPath } from './collection-tree.ts';

/** Names the path of a collection: `Team / Handbook`. */
export function namePath(collections: readonly Collection[], id: string): string {
  return findPath(collections, id)
    .map(({ name }) => name)
    .join(' / ');
}
