import { expect } from '@jest/globals';
import {
  addManyAlike,
  chunk,
  collect,
  compass,
  firstHundred,
  ids,
  organisationId,
  term,
} from './sample-chunks.ts';
import type { Behaviour, SiteUnderTest } from './site-under-test.ts';

/** Declares tests of writing, moving and deleting, also beside readers. */
export function describeWrites(behaviour: Behaviour, site: SiteUnderTest): void {
  behaviour('holds two revisions of a document until the old one is deleted', async () => {
    const one = { documentId: 'one' };
    await site.index.addChunks(organisationId, [chunk('old', one), chunk('other')]);
    await site.index.addChunks(organisationId, [chunk('new', { ...one, revision: 'second' })]);
    expect(await site.index.countChunks(organisationId)).toBe(3);
    await site.index.deleteDocument(organisationId, 'one', { exceptRevision: 'second' });
    const left = await collect(site.index.listChunks(organisationId));
    expect(left.toSorted((a, b) => (a.chunkId < b.chunkId ? -1 : 1))).toEqual([
      { chunkId: 'new', documentId: 'one', revision: 'second' },
      { chunkId: 'other', documentId: 'document-of-other', revision: 'first' },
    ]);
    await site.index.deleteRevision(organisationId, 'one', 'second');
    expect(ids(await site.index.searchDense(organisationId, compass.north, firstHundred))).toEqual([
      'other',
    ]);
    expect(
      ids(await site.index.searchKeyword(organisationId, term('shared'), firstHundred)),
    ).toEqual(['other']);
  });

  behaviour('deletes a document whose id holds a quote, and no other', async () => {
    await site.index.addChunks(organisationId, [
      chunk('a', { documentId: "x' OR 'a' = 'a" }),
      chunk('b'),
    ]);
    await site.index.deleteDocument(organisationId, "x' OR 'a' = 'a");
    expect(
      ids(await site.index.searchKeyword(organisationId, term('shared'), firstHundred)),
    ).toEqual(['b']);
  });

  behaviour('moves documents to another collection', async () => {
    await site.index.addChunks(organisationId, [chunk('a'), chunk('b'), chunk('c')]);
    await site.index.updateCollection(organisationId, ['document-of-a', 'document-of-b'], 'law');
    const options = { limit: 10, filter: { collectionIds: ['law'] } };
    expect(ids(await site.index.searchKeyword(organisationId, term('shared'), options))).toEqual([
      'a',
      'b',
    ]);
    expect(ids(await site.index.searchDense(organisationId, compass.north, options))).toEqual([
      'a',
      'b',
    ]);
    expect(await site.index.countChunks(organisationId)).toBe(3);
  });

  behaviour('finds the same before and after optimising', async () => {
    await addManyAlike(site.index);
    const search = async () => ({
      dense: ids(await site.index.searchDense(organisationId, compass.northEast, { limit: 50 }))
        .length,
      keyword: ids(await site.index.searchKeyword(organisationId, term('word7'), firstHundred)),
      count: await site.index.countChunks(organisationId),
    });
    const before = await search();
    expect(before).toMatchObject({ dense: 50, count: 1_100 });
    expect(before.keyword).toHaveLength(11);
    await site.index.optimize();
    expect(await search()).toEqual(before);
    expect(await site.index.health()).toMatchObject({ ready: true, unindexedRows: 0 });
  });

  behaviour('gives as many dense hits as asked for, however alike the vectors', async () => {
    await addManyAlike(site.index);
    const find = () => site.index.searchDense(organisationId, compass.northEast, { limit: 500 });
    expect(await find()).toHaveLength(500);
    await site.index.optimize();
    expect(await find()).toHaveLength(500);
  });

  behaviour('answers reads while it writes and optimises', async () => {
    await site.index.addChunks(organisationId, [chunk('anchor', { terms: ['anchor'] })]);
    const reader = await site.underTest.openReader();
    let isWriting = true;
    const write = async () => {
      for (let round = 0; round < 15; round += 1) {
        const documentId = `document-${round}`;
        await site.index.addChunks(organisationId, [chunk(`chunk-${round}`, { documentId })]);
        if (round % 3 === 2)
          await site.index.deleteDocument(organisationId, `document-${round - 1}`);
        if (round % 5 === 4) await site.index.optimize();
      }
      isWriting = false;
    };
    const read = async () => {
      let reads = 0;
      for (; isWriting || reads === 0; reads += 1) {
        const hits = await reader.searchKeyword(organisationId, term('anchor'), firstHundred);
        expect(ids(hits)).toEqual(['anchor']);
        const dense = ids(await reader.searchDense(organisationId, compass.north, firstHundred));
        expect(new Set(dense).size).toBe(dense.length);
        expect(dense).toContain('anchor');
      }
      return reads;
    };
    const [, ...reads] = await Promise.all([write(), read(), read()]);
    expect(Math.min(...reads)).toBeGreaterThan(1);
    expect(await reader.countChunks(organisationId)).toBe(11);
    await reader.close();
  });

  behaviour('reads the vectors of a document back', async () => {
    const one = { documentId: 'one' };
    await site.index.addChunks(organisationId, [
      chunk('a', { ...one, vector: compass.northEast }),
      chunk('b', { ...one, vector: null }),
      chunk('c'),
    ]);
    expect([...(await site.index.readVectors(organisationId, 'one'))]).toEqual([
      ['a', compass.northEast],
    ]);
    expect(await site.index.readVectors('nobody', 'one')).toEqual(new Map());
  });

  behaviour('loses nothing of many writes at once', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, place) =>
        site.index.addChunks(organisationId, [chunk(`a-${place}`), chunk(`b-${place}`)]),
      ),
    );
    const listed = ids(await collect(site.index.listChunks(organisationId)));
    expect(new Set(listed).size).toBe(120);
    expect(listed).toHaveLength(120);
    await Promise.all(
      Array.from({ length: 60 }, (_, place) =>
        site.index.deleteDocument(organisationId, `document-of-a-${place}`),
      ),
    );
    expect(await site.index.countChunks(organisationId)).toBe(60);
  });

  behaviour('shows each finished write to a reader in another process', async () => {
    const reader = await site.underTest.startReaderProcess();
    expect(await reader.countChunks(organisationId)).toBe(0);
    for (let round = 1; round <= 5; round += 1) {
      await site.index.addChunks(organisationId, [chunk(`chunk-${round}`)]);
      expect(await reader.searchKeyword(organisationId, term('shared'), firstHundred)).toHaveLength(
        round,
      );
      expect(await reader.searchDense(organisationId, compass.north, firstHundred)).toHaveLength(
        round,
      );
    }
    await site.index.optimize();
    await site.index.deleteDocument(organisationId, 'document-of-chunk-1');
    expect(await reader.countChunks(organisationId)).toBe(4);
    await site.index.deleteOrganisation(organisationId);
    expect(await reader.searchKeyword(organisationId, term('shared'), firstHundred)).toEqual([]);
    await site.index.addChunks(organisationId, [chunk('again')]);
    expect(ids(await reader.searchKeyword(organisationId, term('shared'), firstHundred))).toEqual([
      'again',
    ]);
  });
}
