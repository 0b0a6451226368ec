import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLanceIndexVersions } from '@lectern/retrieval';
import { createMetrics } from '@lectern/service';
import { addPrincipal, eventually } from '@lectern/testing';
import { filesOf, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';
import { countLeftovers } from './count-leftovers.ts';
import { findLeftovers } from './leftovers-record.ts';
import { observeLeftovers } from './observe-leftovers.ts';

const nothing = {
  organisations: 0,
  documents: 0,
  revisions: 0,
  chunks: 0,
  index_objects: 0,
  indexes: 0,
  blobs: 0,
  grants: 0,
};
const hourMs = 3_600_000;
/** Longer than the time after which the reconciler requests a removal again. */
const removalTimeoutMs = 60_000;

describe('left-over data', () => {
  let blobFolder: string;
  let indexFolder: string;
  let rag: TestRag;

  beforeAll(async () => {
    blobFolder = await mkdtemp(join(tmpdir(), 'lectern-lifecycle-'));
    indexFolder = await mkdtemp(join(tmpdir(), 'lectern-lifecycle-index-'));
    rag = await startTestRag({ BLOB_DIR: blobFolder, INDEX_DIR: indexFolder });
  });
  afterAll(async () => {
    await rag[Symbol.asyncDispose]();
    for (const folder of [blobFolder, indexFolder]) {
      await rm(folder, { recursive: true, force: true });
    }
  });

  const fill = async (person: Person, text: string) => {
    const { body: collection } = await person.call('POST', '/rag/collections', { name: text });
    const path = `/rag/collections/${collection.id}/documents`;
    const page = `<html><body><h1>Birds</h1><p>${text}</p></body></html>`;
    const { body } = await person.call(
      'POST',
      path,
      filesOf({ 'bird.txt': text, 'bird.html': page }),
    );
    const documents = body.documents.map(({ id }: { id: string }) => id) as string[];
    for (const id of documents) await rag.settled(person, id);
    return { collection: collection.id as string, documents };
  };
  const count = async (from: string, ...parameters: unknown[]) => {
    const { rows } = await rag.database.pool.query(
      `select count(*)::int as count from ${from}`,
      parameters,
    );
    return rows[0].count as number;
  };
  const index = async () => (await rag.dependencies.search.searchIndex.current()).index;
  const listBlobs = async () => {
    const entries = await readdir(blobFolder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile());
  };
  const ageBlobs = async (hours: number) => {
    const then = new Date(Date.now() - hours * hourMs);
    for (const { parentPath, name } of await listBlobs()) {
      await utimes(join(parentPath, name), then, then);
    }
  };
  const countAll = async () => {
    const { database, blobs } = rag.dependencies;
    const indexVersions = createLanceIndexVersions({ directory: indexFolder });
    return countLeftovers({ database, blobs, indexVersions, index: await index() });
  };
  /** Simulates that an hour has passed: a worker counts at once if none did lately. */
  const lookNow = async () => {
    await rag.stopWorker();
    await rag.database.pool.query('delete from rag.leftovers');
    await rag.startWorker();
    return eventually(() => findLeftovers(rag.dependencies.database), { timeoutMs: 20_000 });
  };

  it('of a deleted organisation goes, and nobody else loses anything', async () => {
    const olga = await rag.addPerson('olga', 'acme', 'owner');
    const gina = await rag.addPerson('gina', 'globex', 'owner');
    await fill(olga, 'The heron of Acme waits in shallow water.');
    const kept = await fill(gina, 'The kestrel of Globex hovers over the meadow.');
    const blobsBefore = (await listBlobs()).length;
    await ageBlobs(13);
    await rag.database.pool.query("delete from auth.organization where id = 'acme'");

    expect((await lookNow()).counts).toEqual(nothing);
    for (const table of ['collections', 'documents', 'removed_documents', 'revisions', 'chunks']) {
      expect(await count(`rag.${table} where organisation_id = $1`, 'acme')).toBe(0);
    }
    expect(await (await index()).countChunks('acme')).toBe(0);
    expect((await listBlobs()).length).toBe(blobsBefore / 2);
    const { body } = await gina.call('POST', '/rag/search', { query: 'kestrel hovers' });
    expect(body.chunks.map((chunk: { document_id: string }) => chunk.document_id)).toEqual(
      expect.arrayContaining(kept.documents),
    );
  });

  it('keeps young blobs of deleted documents for their grace, then removes them', async () => {
    const nora = await rag.addPerson('nora', 'initech', 'owner');
    await ageBlobs(0);
    const before = (await listBlobs()).length;
    const { collection } = await fill(nora, 'The dipper of Initech walks under water.');
    await writeFile(join(blobFolder, 'incoming', 'left-by-a-crash'), 'half of an upload');
    const full = (await listBlobs()).length;
    await nora.call('DELETE', `/rag/collections/${collection}`);
    await nora.call('DELETE', `/internal/bin/${collection}`);
    await eventually(
      async () => (await count("rag.documents where organisation_id = 'initech'")) === 0,
      { timeoutMs: removalTimeoutMs },
    );
    await lookNow();
    expect((await listBlobs()).length).toBe(full);
    await ageBlobs(13);
    await lookNow();
    expect((await listBlobs()).length).toBe(before);
  }, 90_000);

  it('of a deleted person are grants', async () => {
    const omar = await rag.addPerson('omar', 'hooli', 'owner');
    await rag.addPerson('pete', 'hooli', 'member');
    await rag.addPerson('quin', 'hooli', 'member');
    const { body } = await omar.call('POST', '/rag/collections', { name: 'Shared' });
    await rag.database.pool.query(
      `insert into rag.grants select $1, 'user', name, 'read' from unnest(array['pete', 'quin']) as name`,
      [body.id],
    );
    await rag.database.pool.query(`delete from auth."user" where id = 'pete'`);
    expect(await countAll()).toEqual({ ...nothing, grants: 1 });
    expect((await lookNow()).counts).toEqual(nothing);
    const { rows } = await rag.database.pool.query(
      "select grantee_id from rag.grants where collection_id = $1 and grantee_type = 'user'",
      [body.id],
    );
    expect(rows.map(({ grantee_id }) => grantee_id)).toContain('quin');
    expect(rows.map(({ grantee_id }) => grantee_id)).not.toContain('pete');
  });

  it('of a deleted person are grants in the bin', async () => {
    const { pool } = rag.database;
    const omar = await rag.addPerson('omar', 'hooli', 'owner');
    const pia = await rag.addPerson('pia', 'hooli', 'member');
    const { body } = await omar.call('POST', '/rag/collections', { name: 'Binned' });
    await pool.query(`insert into rag.grants values ($1, 'user', 'pia', 'manage')`, [body.id]);
    await omar.call('DELETE', `/rag/collections/${body.id}`);
    const listBin = async () => (await pia.call('GET', '/internal/bin')).body.entries;
    expect(await listBin()).toMatchObject([{ id: body.id }]);
    await pool.query(`delete from auth."user" where id = 'pia'`);
    expect((await lookNow()).counts).toEqual(nothing);
    await rag.addPerson('pia', 'hooli', 'member');
    expect(await listBin()).toEqual([]);
  });

  it('of a deleted team are grants, as are those to teams of elsewhere', async () => {
    const tess = await rag.addPerson('tess', 'wonka', 'owner');
    const { body } = await tess.call('POST', '/rag/collections', { name: 'Shared with teams' });
    const { pool } = rag.database;
    await addPrincipal(rag.database, { userId: 'ursa', organisationId: 'stark' });
    await pool.query(
      `insert into auth.team (id, name, "organizationId", "createdAt")
       select name, name, organisation, now()
       from (values ('gone', 'wonka'), ('empty', 'wonka'), ('strange', 'stark'))
         as team (name, organisation)`,
    );
    await pool.query(
      `insert into rag.grants
       select $1, type, id, 'read'
       from (values ('team', 'gone'), ('team', 'empty'), ('team', 'strange'), ('role', 'viewer'))
         as grantee (type, id)`,
      [body.id],
    );
    expect(await countAll()).toEqual({ ...nothing, grants: 1 });
    await pool.query(`delete from auth.team where id = 'gone'`);
    expect(await countAll()).toEqual({ ...nothing, grants: 2 });
    expect((await lookNow()).counts).toEqual(nothing);
    const { rows } = await pool.query(
      "select grantee_id from rag.grants where collection_id = $1 and grantee_type <> 'user'",
      [body.id],
    );
    expect(rows.map(({ grantee_id }) => grantee_id).toSorted()).toEqual(['empty', 'viewer']);
  });

  it('is counted by kind, and reported', async () => {
    const rosa = await rag.addPerson('rosa', 'umbrella', 'owner');
    const { documents } = await fill(rosa, 'The nightjar of Umbrella churrs at dusk.');
    await rag.stopWorker();
    const [overdue, lost] = documents;
    await rag.database.pool.query(
      `update rag.documents
       set deleted_at = now() - interval '2 days',
         published_at = now() - interval '2 days' where id = $1`,
      [overdue],
    );
    await rag.database.pool.query('delete from rag.documents where id = $1', [lost]);
    await ageBlobs(25);
    const found = await countAll();
    expect(found).toMatchObject({ documents: 1, organisations: 0, chunks: 0 });
    expect(found.index_objects).toBeGreaterThan(0);
    expect(found.blobs).toBeGreaterThan(0);

    expect((await lookNow()).counts).toMatchObject({ index_objects: 0 });
    await eventually(async () => (await count('rag.documents where id = $1', overdue)) === 0, {
      timeoutMs: removalTimeoutMs,
    });
    expect((await lookNow()).counts).toEqual(nothing);
    const metrics = createMetrics('test');
    observeLeftovers(metrics, rag.dependencies.database);
    const exposed = await metrics.expose();
    expect(exposed).toMatch(/^lectern_leftovers\{kind="index_objects",service="test"\} 0$/m);
    expect(exposed).toMatch(/^lectern_leftovers_age_seconds\{service="test"\} \d/m);
  }, 90_000);
});
