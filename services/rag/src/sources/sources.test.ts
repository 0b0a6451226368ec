import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createSealingKey } from '@lectern/service';
import { eventually, listenOnFreePort } from '@lectern/testing';
import { type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

let root: string;
let rag: TestRag;
let owner: Person;
let member: Person;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-sources-'));
  rag = await startTestRag({
    SOURCE_FOLDERS: root,
    SOURCE_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    CREDENTIAL_KEYS: createSealingKey(),
  });
  owner = await rag.addPerson('owner', 'sourced', 'owner');
  member = await rag.addPerson('member', 'sourced', 'member');
});
afterAll(async () => {
  await rag[Symbol.asyncDispose]();
  await rm(root, { recursive: true });
});

describe('a folder as a source', () => {
  let folder: string;
  let collectionId: string;
  let sourceId: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(root, 'folder-'));
    const collection = await owner.call('POST', '/rag/collections', { name: folder });
    collectionId = collection.body.id;
    const created = await owner.call('POST', '/rag/sources', {
      kind: 'folder',
      name: 'Files',
      collection_id: collectionId,
      settings: { path: folder },
    });
    expect(created).toMatchObject({ status: 201, body: { state: 'idle', last_run: null } });
    sourceId = created.body.id;
  });
  const write = async (name: string, text = `Text of ${name}.`) => {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  const sync = async () => {
    const { status, body } = await owner.call('POST', `/rag/sources/${sourceId}/sync`);
    expect(status).toBe(202);
    return ended(body.id);
  };
  const ended = (id: string) =>
    eventually(
      async () => {
        const { body } = await owner.call('GET', `/rag/sources/${sourceId}/runs`);
        const run = body.runs.find((one: { id: string }) => one.id === id);
        if (['queued', 'running'].includes(run.status)) throw new Error(run.status);
        return run;
      },
      { timeoutMs: 30_000 },
    );
  const listPaths = async () => {
    const { body } = await owner.call(
      'GET',
      `/rag/documents?collection_id=${collectionId}&limit=500`,
    );
    return body.documents.map(({ metadata, id }: { metadata: { path: string }; id: string }) => [
      metadata.path,
      id,
    ]);
  };

  it('brings its files, changes, renames and removals, and leaves uploads alone', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `deep/note-${at}.txt`);
    for (const name of names) await write(name);
    await write('.hidden');
    await symlink('/etc/passwd', join(folder, 'link.txt'));
    await owner.call('POST', `/rag/collections/${collectionId}/documents`, {
      documents: [{ external_id: 'mine', title: 'Mine', text: 'Uploaded by a person.' }],
    });
    expect(await sync()).toMatchObject({ status: 'done', listed: 10, added: 10, failed: 0 });
    const before = new Map<string, string>(await listPaths());
    expect([...before.keys()].toSorted()).toEqual([...names, undefined].toSorted());

    await write('deep/note-0.txt', 'Changed.');
    await rm(join(folder, 'deep/note-1.txt'));
    await rename(join(folder, 'deep/note-2.txt'), join(folder, 'moved.txt'));
    await write('new.txt');
    expect(await sync()).toMatchObject({
      status: 'done',
      added: 1,
      changed: 2,
      removed: 1,
      skipped: 7,
    });
    const after = new Map<string, string>(await listPaths());
    expect(after.get('moved.txt')).toBe(before.get('deep/note-2.txt'));
    expect(after.get('deep/note-0.txt')).toBe(before.get('deep/note-0.txt'));
    expect(after.has('deep/note-1.txt')).toBe(false);
    expect(after.size).toBe(11);
    expect(await sync()).toMatchObject({ added: 0, changed: 0, removed: 0, skipped: 10 });
  });

  it('waits for a person before it removes more than its share', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await write(name);
    await sync();
    await rm(join(folder, 'a.txt'));
    const run = await sync();
    expect(run).toMatchObject({ status: 'waiting', removed: 0, waiting_removals: 1 });
    expect(await listPaths()).toHaveLength(3);
    const path = `/rag/sources/${sourceId}/runs/${run.id}/confirm`;
    expect((await owner.call('POST', path)).status).toBe(202);
    expect(await ended(run.id)).toMatchObject({ status: 'done', removed: 1 });
    expect(await listPaths()).toHaveLength(2);
    expect((await owner.call('POST', path)).body.error.code).toBe('source_run_state_conflict');
  });

  it('does not count a renamed file among the removals that wait', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']) await write(name);
    await sync();
    await rm(join(folder, 'a.txt'));
    await rename(join(folder, 'b.txt'), join(folder, 'moved.txt'));
    expect(await sync()).toMatchObject({ status: 'done', changed: 1, removed: 1 });
  });

  it('fails without removals when the folder is gone, and is whole again when it is back', async () => {
    await write('a.txt');
    await sync();
    await rename(folder, `${folder}-away`);
    expect(await sync()).toMatchObject({
      status: 'failed',
      removed: 0,
      error: { code: 'source_not_found' },
    });
    expect(await listPaths()).toHaveLength(1);
    await rename(`${folder}-away`, folder);
    expect(await sync()).toMatchObject({ status: 'done', removed: 0, added: 0 });
  });

  it('lists its runs by page, the newest first', async () => {
    const first = await sync();
    const second = await sync();
    const path = `/rag/sources/${sourceId}/runs?limit=1`;
    const { body } = await owner.call('GET', path);
    const next = await owner.call('GET', `${path}&cursor=${body.next_cursor}`);
    expect([...body.runs, ...next.body.runs]).toMatchObject([{ id: second.id }, { id: first.id }]);
    expect(next.body.next_cursor).toBeNull();
  });

  it('previews without a change', async () => {
    await write('a.txt');
    const { status, body } = await owner.call('POST', `/rag/sources/${sourceId}/preview`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'done', preview: true, added: 1 },
    });
    expect(await listPaths()).toEqual([]);
    const runs = await owner.call('GET', `/rag/sources/${sourceId}/runs`);
    expect(runs.body.runs).toEqual([]);
  });

  it('keeps a run that is under way, however many come after it', async () => {
    await rag.stopWorker();
    const { body: run } = await owner.call('POST', `/rag/sources/${sourceId}/sync`);
    await rag.database.pool.query(
      `insert into rag.source_runs (id, organisation_id, source_id, status, trigger, preview)
       select gen_random_uuid(), 'sourced', $1, 'done', 'person', true from generate_series(1, 200)`,
      [sourceId],
    );
    const previewing = owner.call('POST', `/rag/sources/${sourceId}/preview`);
    await eventually(async () => {
      const { rows } = await rag.database.pool.query(
        `select from rag.source_runs where source_id = $1 and preview and status = 'queued'`,
        [sourceId],
      );
      return rows.length === 1;
    });
    await rag.startWorker();
    expect((await ended(run.id)).status).toBe('done');
    await previewing;
  });

  it('leaves a document alone whose content a person replaced', async () => {
    for (const at of [1, 2, 3, 4, 5, 6]) await write(`${at}.txt`);
    await sync();
    const [[, id]] = (await listPaths()).filter(([path]: [string]) => path === '1.txt');
    const form = new FormData();
    form.append('file', new Blob(['By a person.']), 'own.txt');
    expect((await owner.call('PUT', `/rag/documents/${id}/file`, form)).status).toBe(202);
    await write('1.txt', 'By the source.');
    expect(await sync()).toMatchObject({ changed: 0, errors: [{ code: 'changed_by_person' }] });
    await rm(join(folder, '1.txt'));
    expect(await sync()).toMatchObject({ status: 'done', removed: 1 });
    expect((await owner.call('GET', `/rag/documents/${id}`)).status).toBe(200);
  });

  it('continues a run after its worker has gone, without doubles', async () => {
    // More than are stored together.
    for (let at = 0; at < 300; at += 1) await write(`${at}.txt`);
    const { body } = await owner.call('POST', `/rag/sources/${sourceId}/sync`);
    await eventually(async () => (await listPaths()).length > 3);
    await rag.stopWorker();
    await rag.startWorker();
    expect(await ended(body.id)).toMatchObject({ status: 'done', added: 300, skipped: 0 });
    expect(await listPaths()).toHaveLength(300);
  });

  it('is seen by those who manage its collection, and added by administrators', async () => {
    const path = `/rag/sources/${sourceId}`;
    const hidden = await member.call('GET', path);
    expect([hidden.status, hidden.body.error.code]).toEqual([404, 'source_not_found']);
    await owner.call('PUT', `/rag/collections/${collectionId}/grants`, {
      grants: [{ grantee: { type: 'user', id: 'member' }, permission: 'write' }],
    });
    expect((await member.call('POST', `${path}/sync`)).status).toBe(403);
    expect((await member.call('GET', '/rag/sources')).body.sources).toEqual([]);
    const own = await member.call('POST', '/rag/collections', { name: `Own ${folder}` });
    const refused = await member.call('POST', '/rag/sources', {
      kind: 'folder',
      name: 'Mine',
      collection_id: own.body.id,
      settings: { path: folder },
    });
    expect(refused.status).toBe(403);
  });

  it('rejects folders outside the permitted ones, and wrong schedules, by their fields', async () => {
    await symlink('/etc', join(folder, 'etc'));
    const create = (change: object) =>
      owner.call('POST', '/rag/sources', {
        kind: 'folder',
        name: 'Wrong',
        collection_id: collectionId,
        settings: { path: folder },
        ...change,
      });
    for (const [change, field] of [
      [{ settings: { path: '/etc' } }, 'settings.path'],
      [{ settings: { path: join(folder, 'etc') } }, 'settings.path'],
      [{ settings: { path: `${folder}/../..` } }, 'settings.path'],
      [{ settings: {} }, 'settings.path'],
      [{ schedule: { cron: '61 * * * *' } }, 'schedule.cron'],
      [{ schedule: { cron: '* * * * *', time_zone: 'Mars/Base' } }, 'schedule.time_zone'],
      [{ credentials: { password: 'p' } }, 'credentials.password'],
      [{ max_removed_share: 2 }, 'max_removed_share'],
    ] as const) {
      const { status, body } = await create(change);
      expect([status, body.error.details?.field]).toEqual([400, field]);
    }
  });

  it('keeps or deletes its documents when it is removed', async () => {
    await write('a.txt');
    await sync();
    const path = `/rag/sources/${sourceId}?delete_documents=true`;
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect(await listPaths()).toEqual([]);
    expect((await owner.call('GET', `/rag/sources/${sourceId}`)).status).toBe(404);
  });

  it('moves what it removes to the bin, and takes up what was restored', async () => {
    for (const at of [1, 2, 3, 4, 5, 6]) await write(`${at}.txt`);
    await sync();
    const id = new Map<string, string>(await listPaths()).get('1.txt');
    await rm(join(folder, '1.txt'));
    expect(await sync()).toMatchObject({ status: 'done', removed: 1 });
    expect((await owner.call('GET', `/rag/documents/${id}`)).status).toBe(404);
    expect((await owner.call('POST', `/internal/bin/${id}/restore`)).status).toBe(200);
    expect((await owner.call('GET', `/rag/documents/${id}`)).status).toBe(200);
    await write('1.txt', 'It is back.');
    expect(await sync()).toMatchObject({ status: 'done', added: 0, changed: 1, failed: 0 });
    expect(new Map(await listPaths()).get('1.txt')).toBe(id);
  });

  it('shows the next time of its schedule until it is paused', async () => {
    const change = (body: object) => owner.call('PATCH', `/rag/sources/${sourceId}`, body);
    const scheduled = await change({ schedule: { cron: '0 6 * * 1', time_zone: 'Europe/Paris' } });
    expect(scheduled.body.next_run_at).toEqual(expect.any(String));
    expect((await change({ paused: true })).body).toMatchObject({
      state: 'paused',
      next_run_at: null,
    });
  });
});

it('accepts as credentials of an rclone remote its secret options alone', async () => {
  const collection = await owner.call('POST', '/rag/collections', { name: 'Local' });
  for (const [name, value] of [
    ['type', 'local'],
    ['endpoint', 'https://93.184.215.14'],
    ['env_auth', 'true'],
  ] as const) {
    const { status, body } = await owner.call('POST', '/rag/sources', {
      kind: 'rclone',
      name: 'Local',
      collection_id: collection.body.id,
      settings: { remote: 'mine', path: '/etc', config: { type: 's3' } },
      credentials: { [name]: value },
    });
    expect([status, body.error?.details?.field]).toEqual([400, `credentials.${name}`]);
  }
});

it.each(['../[:local:]/etc', 'a/..', './a'])(
  'refuses %s as a path of an rclone remote',
  async (path) => {
    const collection = await owner.call('POST', '/rag/collections', { name: path });
    const { status, body } = await owner.call('POST', '/rag/sources', {
      kind: 'rclone',
      name: 'Out',
      collection_id: collection.body.id,
      settings: { remote: 'mine', path, config: { type: 'drive' } },
    });
    expect([status, body.error?.details?.field]).toEqual([400, 'settings.path']);
  },
);

it('seals the secrets of an rclone remote and removes them with another address', async () => {
  const collection = await owner.call('POST', '/rag/collections', { name: 'Remote' });
  const settings = (host: string, more = {}) => ({
    remote: 'mine',
    config: { type: 'sftp', host, host_key: 'ssh-ed25519 AAAA', user: 'ada', ...more },
  });
  const { status, body } = await owner.call('POST', '/rag/sources', {
    kind: 'rclone',
    name: 'Remote',
    collection_id: collection.body.id,
    settings: settings('93.184.215.14', { pass: 'hunter2' }),
  });
  expect({ status, body }).toMatchObject({ status: 201, body: { has_credentials: true } });
  expect(body.settings).toEqual({ ...settings('93.184.215.14'), path: '' });
  const path = `/rag/sources/${body.id}`;
  const renamed = await owner.call('PATCH', path, { name: 'Renamed' });
  expect(renamed.body.has_credentials).toBe(true);
  const moved = await owner.call('PATCH', path, { settings: settings('93.184.215.15') });
  expect(moved.body.has_credentials).toBe(false);
  const again = await owner.call('PATCH', path, {
    settings: settings('93.184.215.15', { pass: 'x' }),
  });
  expect(JSON.stringify(again.body)).not.toContain('"pass"');
  expect(again.body.has_credentials).toBe(true);
});

it('leave a place to other organisations, however slow they are', async () => {
  const going = Promise.withResolvers<void>();
  let held = 0;
  await using site = await listenOnFreePort(async ({ url }, response) => {
    if (url === '/robots.txt') {
      response.writeHead(404).end();
      return;
    }
    if (url?.startsWith('/slow')) {
      held += 1;
      await going.promise;
    }
    response.setHeader('content-type', 'text/html').end('<p>The page.</p>');
  });
  const begin = async (person: Person, path: string) => {
    const { body: collection } = await person.call('POST', '/rag/collections', { name: path });
    const { body: source } = await person.call('POST', '/rag/sources', {
      kind: 'web',
      name: path,
      collection_id: collection.id,
      settings: { start_urls: [site.url + path], depth: 0 },
    });
    await person.call('POST', `/rag/sources/${source.id}/sync`);
    return async () => {
      const { body } = await person.call('GET', `/rag/sources/${source.id}/runs`);
      return body.runs[0].status;
    };
  };
  const slow = [];
  for (const path of ['/slow-1', '/slow-2', '/slow-3']) slow.push(await begin(owner, path));
  await eventually(async () => held === 2);
  const other = await begin(await rag.addPerson('other', 'beside', 'owner'), '/quick');
  await eventually(async () => (await other()) === 'done', { timeoutMs: 20_000 });
  expect(await Promise.all(slow.map((state) => state()))).toEqual(['running', 'running', 'queued']);
  going.resolve();
  for (const state of slow) {
    await eventually(async () => (await state()) === 'done', { timeoutMs: 20_000 });
  }
});
