import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HybridIndex, IndexedChunk } from './hybrid-index.ts';
import { IndexTimeoutError, IndexUnavailableError } from './index-errors.ts';
import type { IndexGenerations } from './index-generations.ts';

/** One empty index, and how to reach it. Vectors have 4 dimensions. */
export interface HybridIndexUnderTest {
  openWriter(): Promise<HybridIndex>;
  openReader(): Promise<HybridIndex>;
  /** A reader in a process of its own: only its calls cross over. */
  startReaderProcess(): Promise<RemoteReader>;
  /** Another generation in the same store. */
  openGeneration(generation: string, mode: 'read' | 'write'): Promise<HybridIndex>;
  readonly generations: IndexGenerations;
  dispose(): Promise<void>;
}

export interface RemoteReader {
  recallKeyword: HybridIndex['recallKeyword'];
  recallDense: HybridIndex['recallDense'];
  countChunks: HybridIndex['countChunks'];
}

const ORGANISATION = 'acme';
const compass = {
  north: Float32Array.of(1, 0, 0, 0),
  east: Float32Array.of(0, 1, 0, 0),
  northEast: Float32Array.of(Math.SQRT1_2, Math.SQRT1_2, 0, 0),
};
const ALL = { limit: 100 };

function chunk(id: string, properties: Partial<IndexedChunk> = {}): IndexedChunk {
  return {
    id,
    documentId: `document-of-${id}`,
    revision: 'first',
    collectionId: 'library',
    position: 0,
    page: null,
    createdAtMs: 1_700_000_000_000,
    terms: ['shared', id],
    vector: compass.north,
    ...properties,
  };
}

const term = (text: string, weight = 1) => [{ term: text, weight }];
async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const ids = (hits: readonly { readonly chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);

/**
 * The behaviour that every adapter of {@link HybridIndex} must show.
 *
 * @param skipped Titles of cases that the adapter cannot pass, each with its reason.
 */
export function describeHybridIndex(
  name: string,
  create: () => Promise<HybridIndexUnderTest>,
  skipped: Readonly<Record<string, string>> = {},
): void {
  describe(name, () => {
    let underTest: HybridIndexUnderTest;
    let index: HybridIndex;

    beforeEach(async () => {
      underTest = await create();
      index = await underTest.openWriter();
    });

    afterEach(async () => {
      await index.close();
      await underTest.dispose();
    });

    function behaviour(title: string, test: () => Promise<void>): void {
      const reason = skipped[title];
      if (reason === undefined) it(title, test);
      else it.skip(`${title} (${reason})`, test);
    }

    behaviour('gives nothing for an organisation it does not know', async () => {
      expect(await index.recallDense('nobody', compass.north, ALL)).toEqual([]);
      expect(await index.recallKeyword('nobody', term('shared'), ALL)).toEqual([]);
      expect(await index.countChunks('nobody')).toBe(0);
      expect(await collect(index.listChunks('nobody'))).toEqual([]);
      await index.deleteDocument('nobody', 'document');
      await index.deleteRevision('nobody', 'document', 'first');
      await index.updateCollection('nobody', ['document'], 'library');
      await index.deleteOrganisation('nobody');
    });

    behaviour('ranks by cosine distance', async () => {
      await index.addChunks(ORGANISATION, [
        chunk('a', { vector: compass.east }),
        chunk('b', { vector: compass.northEast }),
        chunk('c', { vector: compass.north }),
        chunk('d', { vector: Float32Array.of(-1, 0, 0, 0) }),
      ]);
      const hits = await index.recallDense(ORGANISATION, compass.north, ALL);
      expect(ids(hits)).toEqual(['c', 'b', 'a', 'd']);
      const expected = [0, 1 - Math.SQRT1_2, 1, 2];
      hits.forEach((hit, place) => {
        expect(hit.distance).toBeCloseTo(expected[place] as number, 5);
        expect(hit.documentId).toBe(`document-of-${hit.chunkId}`);
      });
    });

    behaviour('keeps a chunk without a vector, or of zeros, out of the dense recall', async () => {
      await index.addChunks(ORGANISATION, [
        chunk('a', { vector: null }),
        chunk('b', { vector: new Float32Array(4) }),
        chunk('c'),
      ]);
      expect(ids(await index.recallDense(ORGANISATION, compass.east, ALL))).toEqual(['c']);
      expect(await index.recallKeyword(ORGANISATION, term('shared'), ALL)).toHaveLength(3);
    });

    behaviour('gives no dense hits for a vector of zeros', async () => {
      await index.addChunks(ORGANISATION, [chunk('a')]);
      expect(await index.recallDense(ORGANISATION, new Float32Array(4), ALL)).toEqual([]);
    });

    behaviour('ranks by BM25: rare terms, more matches and short chunks first', async () => {
      await index.addChunks(ORGANISATION, [
        chunk('often', { terms: ['wing', 'wing', 'common'] }),
        chunk('once', { terms: ['wing', 'common', 'common'] }),
        chunk('long', { terms: ['wing', ...Array<string>(40).fill('common')] }),
        chunk('other', { terms: ['common', 'common', 'common'] }),
      ]);
      const hits = await index.recallKeyword(ORGANISATION, term('wing'), ALL);
      expect(ids(hits)).toEqual(['often', 'once', 'long']);
      for (const hit of hits) expect(hit.score).toBeGreaterThan(0);
      const both = [...term('wing'), ...term('common')];
      expect(ids(await index.recallKeyword(ORGANISATION, both, ALL))[3]).toBe('other');
    });

    behaviour('counts a match by its weight', async () => {
      await index.addChunks(ORGANISATION, [
        chunk('a', { terms: ['wing', 'x'] }),
        chunk('b', { terms: ['drag', 'x'] }),
      ]);
      const recall = (wing: number, drag: number) =>
        index.recallKeyword(
          ORGANISATION,
          [...term('wing', wing), ...term('drag', drag), ...term('absent', drag)],
          ALL,
        );
      expect(ids(await recall(1, 1.5))).toEqual(['b', 'a']);
      expect(ids(await recall(1.5, 1))).toEqual(['a', 'b']);
      const [once] = await index.recallKeyword(ORGANISATION, term('wing'), ALL);
      const [twice] = await index.recallKeyword(ORGANISATION, term('wing', 2), ALL);
      expect(twice?.score).toBeCloseTo(2 * (once?.score as number), 4);
    });

    behaviour('finds terms of any script exactly as they are spelt', async () => {
      const terms = [
        '猫',
        '黑豹',
        'елк',
        'สวัสดี',
        'foo_bar',
        '3.14',
        "o'neil",
        '"and"',
        'Größe',
        '👍',
      ];
      await index.addChunks(
        ORGANISATION,
        terms.map((text, place) => chunk(`chunk-${place}`, { terms: [text, 'x'] })),
      );
      for (const [place, text] of terms.entries()) {
        const hits = await index.recallKeyword(ORGANISATION, term(text), ALL);
        expect(ids(hits)).toEqual([`chunk-${place}`]);
      }
      expect(await index.recallKeyword(ORGANISATION, term('größe'), ALL)).toEqual([]);
    });

    behaviour('gives no keyword hits for no terms', async () => {
      await index.addChunks(ORGANISATION, [chunk('a')]);
      expect(await index.recallKeyword(ORGANISATION, [], ALL)).toEqual([]);
    });

    behaviour('orders equal scores by chunk id, the same each time', async () => {
      const names = ['e', 'b', 'd', 'a', 'c'];
      for (const each of names) {
        await index.addChunks(ORGANISATION, [chunk(each, { terms: ['same', 'words'] })]);
      }
      for (let run = 0; run < 3; run += 1) {
        const options = { limit: 3 };
        expect(ids(await index.recallDense(ORGANISATION, compass.east, options))).toEqual([
          'a',
          'b',
          'c',
        ]);
        expect(ids(await index.recallKeyword(ORGANISATION, term('same'), options))).toEqual([
          'a',
          'b',
          'c',
        ]);
      }
    });

    behaviour('gives at most as many hits as asked for, and refuses a limit below 1', async () => {
      await index.addChunks(ORGANISATION, [chunk('a'), chunk('b'), chunk('c')]);
      const options = { limit: 2 };
      expect(await index.recallDense(ORGANISATION, compass.north, options)).toHaveLength(2);
      expect(await index.recallKeyword(ORGANISATION, term('shared'), options)).toHaveLength(2);
      await expect(
        index.recallDense(ORGANISATION, compass.north, { limit: 0 }),
      ).rejects.toBeInstanceOf(RangeError);
    });

    behaviour('refuses vectors of other dimensions', async () => {
      const short = Float32Array.of(1, 0);
      await expect(
        index.addChunks(ORGANISATION, [chunk('a', { vector: short })]),
      ).rejects.toBeInstanceOf(RangeError);
      await expect(index.recallDense(ORGANISATION, short, ALL)).rejects.toBeInstanceOf(RangeError);
    });

    behaviour('keeps organisations apart', async () => {
      await index.addChunks('acme', [chunk('a')]);
      await index.addChunks('Acme', [chunk('b')]);
      await index.addChunks("o'hara/../acme", [chunk('c')]);
      expect(ids(await index.recallKeyword('acme', term('shared'), ALL))).toEqual(['a']);
      expect(ids(await index.recallDense('Acme', compass.north, ALL))).toEqual(['b']);
      await index.deleteDocument('acme', 'document-of-b');
      await index.deleteOrganisation('acme');
      expect(await index.countChunks('acme')).toBe(0);
      expect(await index.countChunks('Acme')).toBe(1);
      expect(ids(await index.recallKeyword("o'hara/../acme", term('shared'), ALL))).toEqual(['c']);
    });

    behaviour('takes chunks again after the organisation was deleted', async () => {
      await index.addChunks(ORGANISATION, [chunk('a')]);
      await index.deleteOrganisation(ORGANISATION);
      await index.addChunks(ORGANISATION, [chunk('b')]);
      expect(ids(await index.recallKeyword(ORGANISATION, term('shared'), ALL))).toEqual(['b']);
      expect(ids(await index.recallDense(ORGANISATION, compass.north, ALL))).toEqual(['b']);
    });

    behaviour('filters by collection, document and page, all together', async () => {
      await index.addChunks(ORGANISATION, [
        chunk('a', { collectionId: 'law', documentId: 'one', page: 1 }),
        chunk('b', { collectionId: 'law', documentId: 'two', page: 5 }),
        chunk('c', { collectionId: "people's", documentId: 'three', page: 9 }),
        chunk('d', { collectionId: "people's", documentId: 'four', page: null }),
      ]);
      const found = async (filter: Parameters<HybridIndex['countChunks']>[1]) => {
        const options = { limit: 100, ...(filter && { filter }) };
        const dense = ids(await index.recallDense(ORGANISATION, compass.north, options));
        const keyword = ids(await index.recallKeyword(ORGANISATION, term('shared'), options));
        expect(dense.toSorted()).toEqual(keyword.toSorted());
        expect(await index.countChunks(ORGANISATION, filter)).toBe(dense.length);
        const listed = await collect(index.listChunks(ORGANISATION, filter));
        expect(ids(listed).toSorted()).toEqual(dense.toSorted());
        return dense.toSorted();
      };
      expect(await found(undefined)).toEqual(['a', 'b', 'c', 'd']);
      expect(await found({})).toEqual(['a', 'b', 'c', 'd']);
      expect(await found({ collectionIds: ['law'] })).toEqual(['a', 'b']);
      expect(await found({ collectionIds: ["people's", 'absent'] })).toEqual(['c', 'd']);
      expect(await found({ documentIds: ['two', 'three'] })).toEqual(['b', 'c']);
      expect(await found({ collectionIds: ['law'], documentIds: ['two', 'three'] })).toEqual(['b']);
      expect(await found({ page: { gte: 5 } })).toEqual(['b', 'c']);
      expect(await found({ page: { gte: 1, lte: 5 } })).toEqual(['a', 'b']);
      expect(await found({ collectionIds: [] })).toEqual([]);
      expect(await found({ documentIds: [] })).toEqual([]);
      expect(await found({ collectionIds: ['law'], documentIds: [] })).toEqual([]);
    });

    behaviour('filters by 1, 100, 1,000 and 10,000 collections', async () => {
      const chunks = Array.from({ length: 200 }, (_, place) =>
        chunk(`chunk-${place}`, { collectionId: `collection-${place}` }),
      );
      await index.addChunks(ORGANISATION, chunks);
      for (const size of [1, 100, 1_000, 10_000]) {
        const collectionIds = Array.from({ length: size }, (_, place) => `collection-${place}`);
        const options = { limit: 500, filter: { collectionIds } };
        const wanted = Math.min(size, 200);
        expect(await index.recallDense(ORGANISATION, compass.north, options)).toHaveLength(wanted);
        expect(await index.recallKeyword(ORGANISATION, term('shared'), options)).toHaveLength(
          wanted,
        );
      }
    });

    behaviour('applies the filter before the limit', async () => {
      await index.addChunks(ORGANISATION, [
        ...Array.from({ length: 50 }, (_, place) => chunk(`near-${place}`)),
        chunk('far', {
          collectionId: 'law',
          vector: compass.east,
          terms: ['shared', ...Array<string>(50).fill('x')],
        }),
      ]);
      const options = { limit: 1, filter: { collectionIds: ['law'] } };
      expect(ids(await index.recallDense(ORGANISATION, compass.north, options))).toEqual(['far']);
      expect(ids(await index.recallKeyword(ORGANISATION, term('shared'), options))).toEqual([
        'far',
      ]);
    });

    behaviour('holds two revisions of a document until the old one is deleted', async () => {
      const one = { documentId: 'one' };
      await index.addChunks(ORGANISATION, [chunk('old', one), chunk('other')]);
      await index.addChunks(ORGANISATION, [chunk('new', { ...one, revision: 'second' })]);
      expect(await index.countChunks(ORGANISATION)).toBe(3);
      await index.deleteDocument(ORGANISATION, 'one', { exceptRevision: 'second' });
      const left = await collect(index.listChunks(ORGANISATION));
      expect(left.toSorted((a, b) => (a.chunkId < b.chunkId ? -1 : 1))).toEqual([
        { chunkId: 'new', documentId: 'one', revision: 'second' },
        { chunkId: 'other', documentId: 'document-of-other', revision: 'first' },
      ]);
      await index.deleteRevision(ORGANISATION, 'one', 'second');
      expect(ids(await index.recallDense(ORGANISATION, compass.north, ALL))).toEqual(['other']);
      expect(ids(await index.recallKeyword(ORGANISATION, term('shared'), ALL))).toEqual(['other']);
    });

    behaviour('deletes a document whose id holds a quote, and no other', async () => {
      await index.addChunks(ORGANISATION, [
        chunk('a', { documentId: "x' OR 'a' = 'a" }),
        chunk('b'),
      ]);
      await index.deleteDocument(ORGANISATION, "x' OR 'a' = 'a");
      expect(ids(await index.recallKeyword(ORGANISATION, term('shared'), ALL))).toEqual(['b']);
    });

    behaviour('moves documents to another collection', async () => {
      await index.addChunks(ORGANISATION, [chunk('a'), chunk('b'), chunk('c')]);
      await index.updateCollection(ORGANISATION, ['document-of-a', 'document-of-b'], 'law');
      const options = { limit: 10, filter: { collectionIds: ['law'] } };
      expect(ids(await index.recallKeyword(ORGANISATION, term('shared'), options))).toEqual([
        'a',
        'b',
      ]);
      expect(ids(await index.recallDense(ORGANISATION, compass.north, options))).toEqual([
        'a',
        'b',
      ]);
      expect(await index.countChunks(ORGANISATION)).toBe(3);
    });

    behaviour('finds the same before and after optimising', async () => {
      await addManyAlike(index);
      const search = async () => ({
        dense: ids(await index.recallDense(ORGANISATION, compass.northEast, { limit: 50 })).length,
        keyword: ids(await index.recallKeyword(ORGANISATION, term('word7'), ALL)),
        count: await index.countChunks(ORGANISATION),
      });
      const before = await search();
      expect(before).toMatchObject({ dense: 50, count: 1_100 });
      expect(before.keyword).toHaveLength(11);
      await index.optimize();
      expect(await search()).toEqual(before);
      expect(await index.health()).toMatchObject({ ready: true, unindexedRows: 0 });
    });

    behaviour('gives as many dense hits as asked for, however alike the vectors', async () => {
      await addManyAlike(index);
      const find = () => index.recallDense(ORGANISATION, compass.northEast, { limit: 500 });
      expect(await find()).toHaveLength(500);
      await index.optimize();
      expect(await find()).toHaveLength(500);
    });

    behaviour('answers reads while it writes and optimises', async () => {
      await index.addChunks(ORGANISATION, [chunk('anchor', { terms: ['anchor'] })]);
      const reader = await underTest.openReader();
      let isWriting = true;
      const write = async () => {
        for (let round = 0; round < 15; round += 1) {
          const documentId = `document-${round}`;
          await index.addChunks(ORGANISATION, [chunk(`chunk-${round}`, { documentId })]);
          if (round % 3 === 2) await index.deleteDocument(ORGANISATION, `document-${round - 1}`);
          if (round % 5 === 4) await index.optimize();
        }
        isWriting = false;
      };
      const read = async () => {
        let reads = 0;
        for (; isWriting || reads === 0; reads += 1) {
          const hits = await reader.recallKeyword(ORGANISATION, term('anchor'), ALL);
          expect(ids(hits)).toEqual(['anchor']);
          const dense = ids(await reader.recallDense(ORGANISATION, compass.north, ALL));
          expect(new Set(dense).size).toBe(dense.length);
          expect(dense).toContain('anchor');
        }
        return reads;
      };
      const [, ...reads] = await Promise.all([write(), read(), read()]);
      expect(Math.min(...reads)).toBeGreaterThan(1);
      expect(await reader.countChunks(ORGANISATION)).toBe(11);
      await reader.close();
    });

    behaviour('loses nothing of many writes at once', async () => {
      await Promise.all(
        Array.from({ length: 60 }, (_, place) =>
          index.addChunks(ORGANISATION, [chunk(`a-${place}`), chunk(`b-${place}`)]),
        ),
      );
      const listed = ids(await collect(index.listChunks(ORGANISATION)));
      expect(new Set(listed).size).toBe(120);
      expect(listed).toHaveLength(120);
      await Promise.all(
        Array.from({ length: 60 }, (_, place) =>
          index.deleteDocument(ORGANISATION, `document-of-a-${place}`),
        ),
      );
      expect(await index.countChunks(ORGANISATION)).toBe(60);
    });

    behaviour('shows each finished write to a reader in another process', async () => {
      const reader = await underTest.startReaderProcess();
      expect(await reader.countChunks(ORGANISATION)).toBe(0);
      for (let round = 1; round <= 5; round += 1) {
        await index.addChunks(ORGANISATION, [chunk(`chunk-${round}`)]);
        expect(await reader.recallKeyword(ORGANISATION, term('shared'), ALL)).toHaveLength(round);
        expect(await reader.recallDense(ORGANISATION, compass.north, ALL)).toHaveLength(round);
      }
      await index.optimize();
      await index.deleteDocument(ORGANISATION, 'document-of-chunk-1');
      expect(await reader.countChunks(ORGANISATION)).toBe(4);
      await index.deleteOrganisation(ORGANISATION);
      expect(await reader.recallKeyword(ORGANISATION, term('shared'), ALL)).toEqual([]);
      await index.addChunks(ORGANISATION, [chunk('again')]);
      expect(ids(await reader.recallKeyword(ORGANISATION, term('shared'), ALL))).toEqual(['again']);
    });

    behaviour('ends the wait when the signal aborts', async () => {
      await index.addChunks(ORGANISATION, [chunk('a')]);
      const options = { limit: 1, signal: AbortSignal.abort() };
      await expect(index.recallDense(ORGANISATION, compass.north, options)).rejects.toBeInstanceOf(
        IndexTimeoutError,
      );
      const abort = new AbortController();
      const recall = index.recallKeyword(ORGANISATION, term('shared'), {
        limit: 1,
        signal: abort.signal,
      });
      abort.abort();
      await expect(recall).rejects.toBeInstanceOf(IndexTimeoutError);
    });

    behaviour('keeps what was written when it is opened again', async () => {
      await index.addChunks(ORGANISATION, [chunk('a')]);
      await index.close();
      index = await underTest.openWriter();
      expect(ids(await index.recallKeyword(ORGANISATION, term('shared'), ALL))).toEqual(['a']);
      await index.addChunks(ORGANISATION, [chunk('b')]);
      expect(await index.countChunks(ORGANISATION)).toBe(2);
    });

    behaviour('is complete once it was marked so, for readers too', async () => {
      const reader = await underTest.openReader();
      expect(await index.isComplete()).toBe(false);
      await index.addChunks(ORGANISATION, [chunk('a')]);
      expect(await reader.isComplete()).toBe(false);
      await index.markComplete(true);
      await index.markComplete(true);
      expect(await index.isComplete()).toBe(true);
      expect(await reader.isComplete()).toBe(true);
      await index.markComplete(false);
      await index.markComplete(false);
      expect(await reader.isComplete()).toBe(false);
      expect(await index.countChunks(ORGANISATION)).toBe(1);
      await reader.close();
    });

    behaviour('drops a generation for good, and no other', async () => {
      const { generations, openGeneration } = underTest;
      const site = randomBytes(8).toString('hex');
      const [one, two] = [`${site}g1`, `${site}g2`];
      for (const generation of [one, two]) {
        const writer = await openGeneration(generation, 'write');
        await writer.addChunks(ORGANISATION, [chunk('a')]);
        await writer.markComplete(true);
        await writer.close();
      }
      const readers = [await openGeneration(one, 'read'), await openGeneration(two, 'read')];
      const recall = (reader: HybridIndex | undefined) =>
        Promise.all([
          reader?.recallDense(ORGANISATION, compass.north, ALL),
          reader?.recallKeyword(ORGANISATION, term('shared'), ALL),
        ]);
      expect(await recall(readers[0])).toEqual([[expect.anything()], [expect.anything()]]);
      expect((await generations.list(site)).toSorted()).toEqual([one, two]);

      await generations.drop(one);
      await generations.drop(one);
      expect(await generations.list(site)).toEqual([two]);
      await expect(recall(readers[0])).rejects.toBeInstanceOf(IndexUnavailableError);
      expect(await readers[0]?.isComplete()).toBe(false);
      expect(await recall(readers[1])).toEqual([[expect.anything()], [expect.anything()]]);

      const again = await openGeneration(one, 'write');
      expect(await again.countChunks(ORGANISATION)).toBe(0);
      expect(await again.isComplete()).toBe(false);
      for (const index of [...readers, again]) await index.close();
      for (const generation of [one, two]) await generations.drop(generation);
      expect(await generations.list(site)).toEqual([]);
    });

    behaviour('refuses calls after it was closed', async () => {
      await index.close();
      await index.close();
      await expect(index.recallDense(ORGANISATION, compass.north, ALL)).rejects.toBeInstanceOf(
        IndexUnavailableError,
      );
      expect(await index.health()).toMatchObject({ ready: false });
    });
  });
}

/** 1,100 chunks of eleven documents in three directions, after a twelfth document was deleted. */
async function addManyAlike(index: HybridIndex): Promise<void> {
  const directions = Object.values(compass);
  for (let document = 0; document < 12; document += 1) {
    await index.addChunks(
      ORGANISATION,
      Array.from({ length: 100 }, (_, place) =>
        chunk(`${document}-${place}`, {
          documentId: `document-${document}`,
          vector: directions[(document + place) % 3] as Float32Array,
          terms: ['shared', `word${place}`, ...Array<string>(document).fill('x')],
        }),
      ),
    );
  }
  await index.deleteDocument(ORGANISATION, 'document-3');
}
