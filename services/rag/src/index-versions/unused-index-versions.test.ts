import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLanceIndexVersions, openLanceIndex } from '@lectern/retrieval';
import { createLogger } from '@lectern/service';
import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database, RagTables } from '../database/tables.ts';
import type { IndexVersionSettings } from './index-version.ts';
import {
  activateIndexVersion,
  loadActiveIndexVersion,
  registerIndexVersion,
  startIndexVersion,
} from './index-version.ts';
import { countUnusedIndexes, removeUnusedIndexVersions } from './remove-unused-index-versions.ts';

const logger = createLogger({ name: 'test', level: 'fatal' });
const settings = (id: string): IndexVersionSettings => ({
  id,
  embeddingModel: id,
  dimensions: 2,
  analyzerVersion: '1',
});

describe('unused index versions', () => {
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
    directory = await mkdtemp(join(tmpdir(), 'lectern-index-versions-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const indexVersions = () => createLanceIndexVersions({ directory });
  const open = (indexVersion: string) =>
    openLanceIndex({ directory, indexVersion, dimensions: 2, mode: 'write' });
  const fill = async (indexVersion: string) => {
    const index = await open(indexVersion);
    await index.markComplete(true);
    await index.close();
  };
  /** An index version with an index, last used some hours ago. */
  const addIndexVersion = async (id: string, status: 'retired' | 'building', hours: number) => {
    const { indexName } = await registerIndexVersion(database, settings(id));
    await fill(indexName);
    await database
      .updateTable('rag.index_generations')
      .set({ status, used_at: sql`now() - make_interval(hours => ${hours})` })
      .where('id', '=', id)
      .execute();
    return indexName;
  };
  const remove = () =>
    removeUnusedIndexVersions({ database, indexVersions: indexVersions(), logger });
  const count = () => countUnusedIndexes({ database, indexVersions: indexVersions() });

  it('go six hours after they were retired or their building was given up', async () => {
    const active = await loadActiveIndexVersion(database, settings('active'));
    await fill(active.indexName);
    const kept = [
      await addIndexVersion('retired lately', 'retired', 5),
      await addIndexVersion('begun lately', 'building', 5),
    ];
    await addIndexVersion('retired', 'retired', 7);
    await addIndexVersion('given up', 'building', 7);
    await database
      .updateTable('rag.index_generations')
      .set({ used_at: new Date(0) })
      .where('id', '=', 'active')
      .execute();

    expect(await remove()).toBe(2);
    const left = await indexVersions().list(site);
    expect(left.toSorted()).toEqual([active.indexName, ...kept].toSorted());
    expect(await count()).toBe(0);
    expect(await remove()).toBe(0);
  });

  it('are kept while they may be the one that a worker builds', async () => {
    await loadActiveIndexVersion(database, settings('active'));
    const building = await addIndexVersion('slow', 'building', 30);
    const lock = sql`hashtextextended('rag.generation.build', 0)`;
    await database.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${lock})`.execute(connection);
      expect(await remove()).toBe(0);
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    });
    expect(await indexVersions().list(site)).toEqual([building]);
    expect(await remove()).toBe(1);
    expect(await indexVersions().list(site)).toEqual([]);
  });

  it('go too where no row knows them, but for those of another site', async () => {
    const { indexName } = await loadActiveIndexVersion(database, settings('active'));
    const foreign = '0123456789abcdefg0123456789abcdef';
    for (const name of [indexName, `${site}g0`, foreign, 'chunks']) await fill(name);
    expect(await count()).toBe(1);
    expect(await remove()).toBe(1);
    expect((await indexVersions().list('')).toSorted()).toEqual(
      [indexName, foreign, 'chunks'].toSorted(),
    );
    expect(await count()).toBe(0);
  });

  it('are counted, and removed later, when they could not be removed at once', async () => {
    await loadActiveIndexVersion(database, settings('active'));
    const writer = await open(await addIndexVersion('retired', 'retired', 7));
    expect(await remove()).toBe(0);
    expect(await count()).toBe(1);
    await writer.close();
    expect(await remove()).toBe(1);
    expect(await count()).toBe(0);
  });

  it('cannot become the active one after they were removed, and start anew', async () => {
    await loadActiveIndexVersion(database, settings('active'));
    await addIndexVersion('retired', 'retired', 7);
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
    const anew = await registerIndexVersion(database, settings('retired'));
    expect(anew.indexName).not.toBe(waiting.indexName);
    const activate = (indexVersion: typeof waiting) =>
      database
        .transaction()
        .execute((transaction) => activateIndexVersion(transaction, indexVersion));
    await expect(startIndexVersion(database, waiting)).rejects.toThrow('was removed');
    await expect(activate(waiting)).rejects.toThrow('was removed');
    expect((await loadActiveIndexVersion(database, settings('active'))).id).toBe('active');
    await startIndexVersion(database, anew);
    await activate(anew);
    expect((await loadActiveIndexVersion(database, settings('active'))).id).toBe('retired');
  });
});
