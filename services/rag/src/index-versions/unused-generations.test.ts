import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLanceGenerations, openLanceIndex } from '@lectern/retrieval';
import { createLogger } from '@lectern/service';
import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database, RagTables } from '../database/tables.ts';
import {
  activateGeneration,
  loadActiveGeneration,
  registerGeneration,
  startGeneration,
} from './generation.ts';
import { countUnusedIndexes, removeUnusedGenerations } from './remove-unused-generations.ts';
import type { GenerationSettings } from './search-index.ts';

const logger = createLogger({ name: 'test', level: 'fatal' });
const settings = (id: string): GenerationSettings => ({
  id,
  embeddingModel: id,
  dimensions: 2,
  analyzerVersion: '1',
});

describe('unused index generations', () => {
  let directory: string;
  let testDatabase: TestDatabase;
  let database: Database;
  let site: string;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = new Kysely<RagTables>({
      dialect: new PostgresDialect({ pool: testDatabase.pool }),
    });
    site = (await database.selectFrom('rag.site').select('id').executeTakeFirstOrThrow()).id;
  });
  afterAll(async () => {
    await testDatabase[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    await database.deleteFrom('rag.index_generations').execute();
    await database.deleteFrom('rag.dropped_indexes').execute();
    directory = await mkdtemp(join(tmpdir(), 'lectern-generations-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const generations = () => createLanceGenerations({ directory });
  const open = (generation: string) =>
    openLanceIndex({ directory, generation, dimensions: 2, mode: 'write' });
  const fill = async (generation: string) => {
    const index = await open(generation);
    await index.markComplete(true);
    await index.close();
  };
  /** A generation with an index, last used some hours ago. */
  const addGeneration = async (id: string, status: 'retired' | 'building', hours: number) => {
    const { indexName } = await registerGeneration(database, settings(id));
    await fill(indexName);
    await database
      .updateTable('rag.index_generations')
      .set({ status, used_at: sql`now() - make_interval(hours => ${hours})` })
      .where('id', '=', id)
      .execute();
    return indexName;
  };
  const remove = () => removeUnusedGenerations({ database, generations: generations(), logger });
  const count = () => countUnusedIndexes({ database, generations: generations() });

  it('go six hours after they were retired or their building was given up', async () => {
    const active = await loadActiveGeneration(database, settings('active'));
    await fill(active.indexName);
    const kept = [
      await addGeneration('retired lately', 'retired', 5),
      await addGeneration('begun lately', 'building', 5),
    ];
    await addGeneration('retired', 'retired', 7);
    await addGeneration('given up', 'building', 7);
    await database
      .updateTable('rag.index_generations')
      .set({ used_at: new Date(0) })
      .where('id', '=', 'active')
      .execute();

    expect(await remove()).toBe(2);
    const left = await generations().list(site);
    expect(left.toSorted()).toEqual([active.indexName, ...kept].toSorted());
    expect(await count()).toBe(0);
    expect(await remove()).toBe(0);
  });

  it('are kept while they may be the one that a worker builds', async () => {
    await loadActiveGeneration(database, settings('active'));
    const building = await addGeneration('slow', 'building', 30);
    const lock = sql`hashtextextended('rag.generation.build', 0)`;
    await database.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${lock})`.execute(connection);
      expect(await remove()).toBe(0);
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    });
    expect(await generations().list(site)).toEqual([building]);
    expect(await remove()).toBe(1);
    expect(await generations().list(site)).toEqual([]);
  });

  it('go too where no row knows them, but for those of another site', async () => {
    const { indexName } = await loadActiveGeneration(database, settings('active'));
    const foreign = '0123456789abcdefg0123456789abcdef';
    for (const name of [indexName, `${site}g0`, foreign, 'chunks']) await fill(name);
    expect(await count()).toBe(1);
    expect(await remove()).toBe(1);
    expect((await generations().list('')).toSorted()).toEqual(
      [indexName, foreign, 'chunks'].toSorted(),
    );
    expect(await count()).toBe(0);
  });

  it('are counted, and removed later, when they could not be removed at once', async () => {
    await loadActiveGeneration(database, settings('active'));
    const writer = await open(await addGeneration('retired', 'retired', 7));
    expect(await remove()).toBe(0);
    expect(await count()).toBe(1);
    await writer.close();
    expect(await remove()).toBe(1);
    expect(await count()).toBe(0);
  });

  it('cannot become the active one after they were removed, and start anew', async () => {
    await loadActiveGeneration(database, settings('active'));
    await addGeneration('retired', 'retired', 7);
    const waiting = {
      ...settings('retired'),
      indexName: (
        await database
          .selectFrom('rag.index_generations')
          .select('index_name')
          .where('id', '=', 'retired')
          .executeTakeFirstOrThrow()
      ).index_name,
    };
    await remove();
    const anew = await registerGeneration(database, settings('retired'));
    expect(anew.indexName).not.toBe(waiting.indexName);
    const activate = (generation: typeof waiting) =>
      database.transaction().execute((transaction) => activateGeneration(transaction, generation));
    await expect(startGeneration(database, waiting)).rejects.toThrow('was removed');
    await expect(activate(waiting)).rejects.toThrow('was removed');
    expect((await loadActiveGeneration(database, settings('active'))).id).toBe('active');
    await startGeneration(database, anew);
    await activate(anew);
    expect((await loadActiveGeneration(database, settings('active'))).id).toBe('retired');
  });
});
