import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IndexedChunk } from '../hybrid-index.ts';
import { chunk } from '../suite/sample-chunks.ts';
import { chunksToArrow, createChunkSchema } from './lance-chunk-records.ts';
import { type Connection, connect, type Table } from './lance-client.ts';
import { createMissingIndexes, optimizeTable, readVectorIndexForm } from './table-indexes.ts';
import { VectorSearch } from './vector-search.ts';

const dimensions = 64;
const count = 1_500;

describe('the vector index', () => {
  let directory: string;
  let connection: Connection;
  let table: Table;

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'lectern-lance-'));
    connection = await connect(directory, { readConsistencyInterval: 0 });
  });

  afterEach(async () => {
    connection.close();
    await rm(directory, { recursive: true, force: true });
  });

  const fill = async (vectorLength = dimensions) => {
    table = await connection.createEmptyTable('chunks', createChunkSchema(vectorLength));
    await createMissingIndexes(table);
    const chunks: IndexedChunk[] = Array.from({ length: count }, (_, number) =>
      chunk(`${number}`, {
        vector: pseudoRandomVector(number, vectorLength),
        collectionId: number % 100 === 0 ? 'rare' : 'common',
      }),
    );
    await table.add(chunksToArrow(chunks, vectorLength));
  };

  const readHits = async (
    query: Awaited<ReturnType<VectorSearch['start']>>,
    condition?: string,
  ): Promise<readonly Hit[]> => {
    if (condition) query.where(condition);
    const rows = await query.select(['reference', '_distance']).limit(10).toArray();
    return rows
      .map(({ reference, _distance: distance }) => ({ reference, distance }))
      .sort((a, b) => a.distance - b.distance);
  };

  const exact = (vector: Float32Array) =>
    table.query().nearestTo(vector).distanceType('cosine').bypassVectorIndex();

  it.each([
    ['all', undefined],
    ['one in a hundred', "collection_id = 'rare'"],
  ])(
    'gives nearly the exact hits and distances of a large table among %s',
    async (_, condition) => {
      await fill();
      await optimizeTable(table, { maxWholeVectors: count - 1 });
      expect(await readVectorIndexForm(table)).toMatchObject({ distanceType: 'dot' });
      const search = new VectorSearch();
      let found = 0;
      for (let number = 0; number < 20; number += 1) {
        const vector = pseudoRandomVector(10_000 + number, dimensions);
        const wanted = await readHits(exact(vector), condition);
        const hits = await readHits(await search.start(table, vector), condition);
        const distances = new Map(wanted.map(({ reference, distance }) => [reference, distance]));
        for (const { reference, distance } of hits) {
          const wantedDistance = distances.get(reference);
          if (wantedDistance === undefined) continue;
          found += 1;
          expect(Math.abs(distance - wantedDistance)).toBeLessThan(0.02);
        }
      }
      expect(found / 200).toBeGreaterThanOrEqual(0.95);
    },
  );

  it('compares the hits of a very large table anew, which gives their true distances', async () => {
    await fill();
    await optimizeTable(table, { maxWholeVectors: count - 1 });
    const vector = pseudoRandomVector(10_000, dimensions);
    const search = new VectorSearch({ maxByCodesAlone: count - 1 });
    const wanted = await readHits(exact(vector));
    const hits = await readHits(await search.start(table, vector));
    hits.forEach(({ distance }, at) => {
      expect(distance).toBeCloseTo(wanted[at]?.distance ?? 2, 2);
    });
    expect(hits[0]?.reference).toBe(wanted[0]?.reference);
    expect(hits[0]?.distance).toBeCloseTo(wanted[0]?.distance ?? 2, 6);
  });

  it('keeps the vectors of a small table whole', async () => {
    await fill();
    await optimizeTable(table, { maxWholeVectors: count });
    expect(await readVectorIndexForm(table)).toMatchObject({ distanceType: 'cosine' });
  });

  it('changes its form at the next optimisation of a table that grew or became much smaller', async () => {
    await fill();
    await optimizeTable(table);
    expect(await readVectorIndexForm(table)).toMatchObject({ distanceType: 'cosine' });
    await optimizeTable(table, { maxWholeVectors: count - 1 });
    expect(await readVectorIndexForm(table)).toMatchObject({ distanceType: 'dot' });
    await optimizeTable(table, { maxWholeVectors: count });
    expect(await readVectorIndexForm(table)).toMatchObject({ distanceType: 'dot' });
    await optimizeTable(table, { maxWholeVectors: 2 * count });
    expect(await readVectorIndexForm(table)).toMatchObject({ distanceType: 'cosine' });
  });

  it('finds chunks that are not in the index yet among those that are, by the same measure', async () => {
    await fill();
    await optimizeTable(table, { maxWholeVectors: count - 1 });
    const vector = pseudoRandomVector(20_000, dimensions);
    const near = Float32Array.from(vector, (value, at) => (at % 8 === 0 ? -value : 3 * value));
    await table.add(chunksToArrow([chunk('late', { vector: near })], dimensions));
    const hits = await readHits(await new VectorSearch().start(table, vector));
    const wanted = await readHits(exact(vector));
    expect(hits[0]?.reference).toMatch(/late$/);
    expect(hits[0]?.distance).toBeCloseTo(wanted[0]?.distance ?? 0, 5);
    expect(hits[1]?.distance).toBeGreaterThan(hits[0]?.distance ?? 2);
  });

  it('keeps vectors whole that an earlier version wrote with another length than 1', async () => {
    await fill();
    const [row] = await table.query().limit(1).toArray();
    const longer = Array.from({ length: count }, (_, number) => ({
      ...Object.fromEntries(Object.entries(row)),
      reference: `earlier\n${number}`,
      vector: [...pseudoRandomVector(number, dimensions)],
    }));
    await connection.dropTable('chunks');
    table = await connection.createEmptyTable('chunks', createChunkSchema(dimensions));
    await table.add(longer);
    await optimizeTable(table, { maxWholeVectors: count - 1 });
    expect(await readVectorIndexForm(table)).toMatchObject({ distanceType: 'cosine' });
    const vector = pseudoRandomVector(10_000, dimensions);
    const hits = await readHits(await new VectorSearch().start(table, vector));
    const wanted = await readHits(exact(vector));
    expect(hits.map(toReference)).toEqual(wanted.map(toReference));
  });

  it('keeps vectors whole whose length the short form cannot take', async () => {
    await fill(60);
    await optimizeTable(table, { maxWholeVectors: count - 1 });
    expect(await readVectorIndexForm(table)).toMatchObject({ distanceType: 'cosine' });
    expect(await readHits(exact(pseudoRandomVector(1, 60)))).toHaveLength(10);
  });
});

const toReference = ({ reference }: Hit) => reference;

interface Hit {
  readonly reference: string;
  readonly distance: number;
}

/** Returns equal numbers for equal seeds (a linear congruential generator). */
function pseudoRandomVector(seed: number, length: number): Float32Array {
  let state = (seed + 1) * 2_654_435_761;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}
