import { describe, expect, it } from '@jest/globals';
import type { Collection } from '@lectern/contracts';
import { buildCollectionTree, findPath, flattenTree, listSubtree } from './collection-tree.ts';

const make = (id: string, parent_id: string | null) =>
  ({ id, parent_id, name: id, document_count: 1 }) as Collection;
const collections = [
  make('b', null),
  make('c', 'a'),
  make('a', null),
  make('d', 'c'),
  make('x', 'unseen'),
];

describe('the tree of collections', () => {
  it('has children below their parents, by name, and the rest at the top', () => {
    const rows = flattenTree(buildCollectionTree(collections));
    expect(rows.map(({ collection, depth }) => `${depth}${collection.id}`)).toEqual([
      '0a',
      '1c',
      '2d',
      '0b',
      '0x',
    ]);
  });

  it('counts the documents of all below, also of what is not shown', () => {
    const rows = flattenTree(buildCollectionTree(collections), () => false);
    expect(rows.map(({ documentCount }) => documentCount)).toEqual([3, 1, 1]);
  });

  it('hides what is below a closed collection', () => {
    const rows = flattenTree(buildCollectionTree(collections), (id) => id !== 'a');
    expect(rows.map(({ collection }) => collection.id)).toEqual(['a', 'b', 'x']);
  });

  it('knows the path to a collection and all below one', () => {
    expect(findPath(collections, 'd').map(({ id }) => id)).toEqual(['a', 'c', 'd']);
    expect([...listSubtree(collections, 'a')].toSorted()).toEqual(['a', 'c', 'd']);
  });
});
