import { expect } from '@jest/globals';
import { IndexTimeoutError } from '../index-errors.ts';
import { chunk, compass, firstHundred, ids, organisationId, term } from './sample-chunks.ts';
import type { Behaviour, SiteUnderTest } from './site-under-test.ts';

/** Declares tests of what is found, in which order, and what is refused. */
export function describeSearch(behaviour: Behaviour, site: SiteUnderTest): void {
  behaviour('ranks by cosine distance', async () => {
    await site.index.addChunks(organisationId, [
      chunk('a', { vector: compass.east }),
      chunk('b', { vector: compass.northEast }),
      chunk('c', { vector: compass.north }),
      chunk('d', { vector: Float32Array.of(-1, 0, 0, 0) }),
    ]);
    const hits = await site.index.searchDense(organisationId, compass.north, firstHundred);
    expect(ids(hits)).toEqual(['c', 'b', 'a', 'd']);
    const expected = [0, 1 - Math.SQRT1_2, 1, 2];
    hits.forEach((hit, place) => {
      expect(hit.distance).toBeCloseTo(expected[place] as number, 5);
      expect(hit.documentId).toBe(`document-of-${hit.chunkId}`);
    });
  });

  behaviour('keeps a chunk without a vector, or of zeros, out of the dense search', async () => {
    await site.index.addChunks(organisationId, [
      chunk('a', { vector: null }),
      chunk('b', { vector: new Float32Array(4) }),
      chunk('c'),
    ]);
    expect(ids(await site.index.searchDense(organisationId, compass.east, firstHundred))).toEqual([
      'c',
    ]);
    expect(
      await site.index.searchKeyword(organisationId, term('shared'), firstHundred),
    ).toHaveLength(3);
  });

  behaviour('gives no dense hits for a vector of zeros', async () => {
    await site.index.addChunks(organisationId, [chunk('a')]);
    expect(await site.index.searchDense(organisationId, new Float32Array(4), firstHundred)).toEqual(
      [],
    );
  });

  behaviour('ranks by BM25: rare terms, more matches and short chunks first', async () => {
    await site.index.addChunks(organisationId, [
      chunk('often', { terms: ['wing', 'wing', 'common'] }),
      chunk('once', { terms: ['wing', 'common', 'common'] }),
      chunk('long', { terms: ['wing', ...Array<string>(40).fill('common')] }),
      chunk('other', { terms: ['common', 'common', 'common'] }),
    ]);
    const hits = await site.index.searchKeyword(organisationId, term('wing'), firstHundred);
    expect(ids(hits)).toEqual(['often', 'once', 'long']);
    for (const hit of hits) expect(hit.score).toBeGreaterThan(0);
    const both = [...term('wing'), ...term('common')];
    expect(ids(await site.index.searchKeyword(organisationId, both, firstHundred))[3]).toBe(
      'other',
    );
  });

  behaviour('finds the one term of a thousand that a chunk holds', async () => {
    await site.index.addChunks(organisationId, [chunk('a', { terms: ['t700'] }), chunk('b')]);
    const many = Array.from({ length: 1_000 }, (_, at) => ({ term: `t${at}`, weight: 1 }));
    expect(ids(await site.index.searchKeyword(organisationId, many, firstHundred))).toEqual(['a']);
  });

  behaviour('counts a match by its weight', async () => {
    await site.index.addChunks(organisationId, [
      chunk('a', { terms: ['wing', 'x'] }),
      chunk('b', { terms: ['drag', 'x'] }),
    ]);
    const search = (wing: number, drag: number) =>
      site.index.searchKeyword(
        organisationId,
        [...term('wing', wing), ...term('drag', drag), ...term('absent', drag)],
        firstHundred,
      );
    expect(ids(await search(1, 1.5))).toEqual(['b', 'a']);
    expect(ids(await search(1.5, 1))).toEqual(['a', 'b']);
    const [once] = await site.index.searchKeyword(organisationId, term('wing'), firstHundred);
    const [twice] = await site.index.searchKeyword(organisationId, term('wing', 2), firstHundred);
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
    await site.index.addChunks(
      organisationId,
      terms.map((text, place) => chunk(`chunk-${place}`, { terms: [text, 'x'] })),
    );
    for (const [place, text] of terms.entries()) {
      const hits = await site.index.searchKeyword(organisationId, term(text), firstHundred);
      expect(ids(hits)).toEqual([`chunk-${place}`]);
    }
    expect(await site.index.searchKeyword(organisationId, term('größe'), firstHundred)).toEqual([]);
  });

  behaviour('gives no keyword hits for no terms', async () => {
    await site.index.addChunks(organisationId, [chunk('a')]);
    expect(await site.index.searchKeyword(organisationId, [], firstHundred)).toEqual([]);
  });

  behaviour('orders equal scores by chunk id, the same each time', async () => {
    const names = ['e', 'b', 'd', 'a', 'c'];
    for (const each of names) {
      await site.index.addChunks(organisationId, [chunk(each, { terms: ['same', 'words'] })]);
    }
    for (let run = 0; run < 3; run += 1) {
      const options = { limit: 3 };
      expect(ids(await site.index.searchDense(organisationId, compass.east, options))).toEqual([
        'a',
        'b',
        'c',
      ]);
      expect(ids(await site.index.searchKeyword(organisationId, term('same'), options))).toEqual([
        'a',
        'b',
        'c',
      ]);
    }
  });

  behaviour('gives at most as many hits as asked for, and refuses a limit below 1', async () => {
    await site.index.addChunks(organisationId, [chunk('a'), chunk('b'), chunk('c')]);
    const options = { limit: 2 };
    expect(await site.index.searchDense(organisationId, compass.north, options)).toHaveLength(2);
    expect(await site.index.searchKeyword(organisationId, term('shared'), options)).toHaveLength(2);
    await expect(
      site.index.searchDense(organisationId, compass.north, { limit: 0 }),
    ).rejects.toBeInstanceOf(RangeError);
  });

  behaviour('refuses vectors of other dimensions', async () => {
    const short = Float32Array.of(1, 0);
    await expect(
      site.index.addChunks(organisationId, [chunk('a', { vector: short })]),
    ).rejects.toBeInstanceOf(RangeError);
    await expect(
      site.index.searchDense(organisationId, short, firstHundred),
    ).rejects.toBeInstanceOf(RangeError);
  });

  behaviour('ends the wait when the signal aborts', async () => {
    await site.index.addChunks(organisationId, [chunk('a')]);
    const options = { limit: 1, signal: AbortSignal.abort() };
    await expect(
      site.index.searchDense(organisationId, compass.north, options),
    ).rejects.toBeInstanceOf(IndexTimeoutError);
    const abort = new AbortController();
    const search = site.index.searchKeyword(organisationId, term('shared'), {
      limit: 1,
      signal: abort.signal,
    });
    abort.abort();
    await expect(search).rejects.toBeInstanceOf(IndexTimeoutError);
  });
}
