import { expect } from '@jest/globals';
import type { HybridIndex, PageCondition } from '../hybrid-index.ts';
import {
  chunk,
  collect,
  compass,
  firstHundred,
  ids,
  organisationId,
  term,
} from './sample-chunks.ts';
import type { Behaviour, SiteUnderTest } from './site-under-test.ts';

const pages = (...ranges: PageCondition['ranges']): PageCondition => ({ ranges, none: false });

/** Declares tests of what a search may see: organisations and filters. */
export function describeFilters(behaviour: Behaviour, site: SiteUnderTest): void {
  behaviour('gives nothing for an organisation it does not know', async () => {
    expect(await site.index.searchDense('nobody', compass.north, firstHundred)).toEqual([]);
    expect(await site.index.searchKeyword('nobody', term('shared'), firstHundred)).toEqual([]);
    expect(await site.index.countChunks('nobody')).toBe(0);
    expect(await collect(site.index.listChunks('nobody'))).toEqual([]);
    await site.index.deleteDocument('nobody', 'document');
    await site.index.deleteRevision('nobody', 'document', 'first');
    await site.index.updateCollection('nobody', ['document'], 'library');
    await site.index.deleteOrganisation('nobody');
  });

  behaviour('keeps organisations apart', async () => {
    await site.index.addChunks('acme', [chunk('a')]);
    await site.index.addChunks('Acme', [chunk('b')]);
    await site.index.addChunks("o'hara/../acme", [chunk('c')]);
    expect(ids(await site.index.searchKeyword('acme', term('shared'), firstHundred))).toEqual([
      'a',
    ]);
    expect(ids(await site.index.searchDense('Acme', compass.north, firstHundred))).toEqual(['b']);
    await site.index.deleteDocument('acme', 'document-of-b');
    await site.index.deleteOrganisation('acme');
    expect(await site.index.countChunks('acme')).toBe(0);
    expect(await site.index.countChunks('Acme')).toBe(1);
    expect(
      ids(await site.index.searchKeyword("o'hara/../acme", term('shared'), firstHundred)),
    ).toEqual(['c']);
  });

  behaviour('takes chunks again after the organisation was deleted', async () => {
    await site.index.addChunks(organisationId, [chunk('a')]);
    await site.index.deleteOrganisation(organisationId);
    await site.index.addChunks(organisationId, [chunk('b')]);
    expect(
      ids(await site.index.searchKeyword(organisationId, term('shared'), firstHundred)),
    ).toEqual(['b']);
    expect(ids(await site.index.searchDense(organisationId, compass.north, firstHundred))).toEqual([
      'b',
    ]);
  });

  behaviour('filters by collection, document and page, all together', async () => {
    await site.index.addChunks(organisationId, [
      chunk('a', { collectionId: 'law', documentId: 'one', page: 1 }),
      chunk('b', { collectionId: 'law', documentId: 'two', page: 5 }),
      chunk('c', { collectionId: "people's", documentId: 'three', page: 9 }),
      chunk('d', { collectionId: "people's", documentId: 'four', page: null }),
    ]);
    const found = async (filter: Parameters<HybridIndex['countChunks']>[1]) => {
      const options = { limit: 100, ...(filter && { filter }) };
      const dense = ids(await site.index.searchDense(organisationId, compass.north, options));
      const keyword = ids(await site.index.searchKeyword(organisationId, term('shared'), options));
      expect(dense.toSorted()).toEqual(keyword.toSorted());
      expect(await site.index.countChunks(organisationId, filter)).toBe(dense.length);
      const listed = await collect(site.index.listChunks(organisationId, filter));
      expect(ids(listed).toSorted()).toEqual(dense.toSorted());
      return dense.toSorted();
    };
    expect(await found(undefined)).toEqual(['a', 'b', 'c', 'd']);
    expect(await found({})).toEqual(['a', 'b', 'c', 'd']);
    expect(await found({ collectionIds: ['law'] })).toEqual(['a', 'b']);
    expect(await found({ collectionIds: ["people's", 'absent'] })).toEqual(['c', 'd']);
    expect(await found({ documentIds: ['two', 'three'] })).toEqual(['b', 'c']);
    expect(await found({ collectionIds: ['law'], documentIds: ['two', 'three'] })).toEqual(['b']);
    expect(await found({ page: pages({ gte: 5 }) })).toEqual(['b', 'c']);
    expect(await found({ page: pages({ gte: 1, lte: 5 }) })).toEqual(['a', 'b']);
    expect(await found({ page: pages({}) })).toEqual(['a', 'b', 'c']);
    expect(await found({ page: { ranges: [], none: true } })).toEqual(['d']);
    expect(await found({ page: { ranges: [{ lte: 1 }, { gte: 9 }], none: true } })).toEqual([
      ...['a', 'c', 'd'],
    ]);
    expect(
      await found({ collectionIds: ['law'], page: { ranges: [{ gte: 5 }], none: true } }),
    ).toEqual(['b']);
    expect(await found({ page: { ranges: [], none: false } })).toEqual([]);
    expect(await found({ collectionIds: [] })).toEqual([]);
    expect(await found({ documentIds: [] })).toEqual([]);
    expect(await found({ collectionIds: ['law'], documentIds: [] })).toEqual([]);
  });

  behaviour('filters by 1, 100, 1,000 and 10,000 collections', async () => {
    const chunks = Array.from({ length: 200 }, (_, place) =>
      chunk(`chunk-${place}`, { collectionId: `collection-${place}` }),
    );
    await site.index.addChunks(organisationId, chunks);
    for (const size of [1, 100, 1_000, 10_000]) {
      const collectionIds = Array.from({ length: size }, (_, place) => `collection-${place}`);
      const options = { limit: 500, filter: { collectionIds } };
      const wanted = Math.min(size, 200);
      expect(await site.index.searchDense(organisationId, compass.north, options)).toHaveLength(
        wanted,
      );
      expect(await site.index.searchKeyword(organisationId, term('shared'), options)).toHaveLength(
        wanted,
      );
    }
  });

  behaviour('applies the filter before the limit', async () => {
    await site.index.addChunks(organisationId, [
      ...Array.from({ length: 50 }, (_, place) => chunk(`near-${place}`)),
      chunk('far', {
        collectionId: 'law',
        vector: compass.east,
        terms: ['shared', ...Array<string>(50).fill('x')],
      }),
    ]);
    const options = { limit: 1, filter: { collectionIds: ['law'] } };
    expect(ids(await site.index.searchDense(organisationId, compass.north, options))).toEqual([
      'far',
    ]);
    expect(ids(await site.index.searchKeyword(organisationId, term('shared'), options))).toEqual([
      'far',
    ]);
  });
}
