import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chunk, compass } from '../suite/sample-chunks.ts';
import { HitReader } from './hit-reader.ts';
import { chunksToArrow } from './lance-chunk-records.ts';
import { type Connection, connect, type Table } from './lance-client.ts';
import { readTableRows } from './table-rows.ts';

const name = 'rows';

describe('HitReader', () => {
  let directory: string;
  let connection: Connection;
  let table: Table;
  let background: Promise<void>[];
  let reader: HitReader;

  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'lectern-lance-'));
    connection = await connect(directory, { readConsistencyInterval: 0 });
    table = await connection.createTable(name, chunksToArrow([chunk('a'), chunk('b')], 4));
    background = [];
    reader = createReader();
  });

  afterEach(async () => {
    await Promise.all(background);
    connection.close();
    await rm(directory, { recursive: true, force: true });
  });

  const createReader = (maxRows?: number) =>
    new HitReader({
      directory,
      inBackground: (work) => void background.push(work()),
      ...(maxRows !== undefined && { maxRows }),
    });

  const search = async (condition: 'all' | { readonly sql: string } = 'all') => {
    const hits = await reader.read(
      { name, table },
      async (each) => each.query().nearestTo(compass.north).distanceType('cosine'),
      { valueColumn: '_distance', limit: 10, condition },
    );
    return hits.map(({ chunkId }) => chunkId).sort();
  };

  /** Searches until the rows were read. */
  const readRows = async () => {
    const before = background.length;
    for (let tries = 0; background.length === before && tries < 100; tries += 1) await search();
    await background.at(-1);
  };

  it('gives the same hits from kept rows, and reads those once', async () => {
    const first = await search();
    await readRows();
    for (let again = 0; again < 10; again += 1) expect(await search()).toEqual(first);
    expect(await search({ sql: "document_id = 'document-of-b'" })).toEqual(['b']);
    expect(background).toHaveLength(1);
  });

  it('finds a row that came since at once, and reads the rows anew', async () => {
    await readRows();
    await table.add(chunksToArrow([chunk('c')], 4));
    expect(await search()).toEqual(['a', 'b', 'c']);
    await readRows();
    expect(background).toHaveLength(2);
    expect(await search()).toEqual(['a', 'b', 'c']);
  });

  it('leaves out a row that was deleted, and finds those that were moved', async () => {
    await readRows();
    await table.delete("document_id = 'document-of-a'");
    expect(await search()).toEqual(['b']);
    await table.add(chunksToArrow([chunk('c')], 4));
    await table.optimize();
    expect(await search()).toEqual(['b', 'c']);
  });

  it('takes a table that was made anew for no other, though its rows have the same addresses', async () => {
    await readRows();
    await connection.dropTable(name);
    table = await connection.createTable(name, chunksToArrow([chunk('x'), chunk('y')], 4));
    expect(await search()).toEqual(['x', 'y']);
  });

  it('keeps no rows of a table that has too many', async () => {
    reader = createReader(1);
    for (let again = 0; again < 10; again += 1) expect(await search()).toEqual(['a', 'b']);
    expect(background).toHaveLength(0);
  });

  it('keeps the rows of a table that had too many once it has fewer', async () => {
    reader = createReader(1);
    await search();
    await table.delete("document_id = 'document-of-a'");
    await readRows();
    for (let again = 0; again < 10; again += 1) expect(await search()).toEqual(['b']);
    expect(background).toHaveLength(1);
  });

  it('reads no more rows than it may keep of a table that grew since they were counted', async () => {
    const folder = path.join(directory, `${name}.lance`);
    expect((await readTableRows(table, folder, 2))?.count).toBe(2);
    await table.add(chunksToArrow([chunk('c')], 4));
    expect(await readTableRows(table, folder, 2)).toBeUndefined();
  });
});
