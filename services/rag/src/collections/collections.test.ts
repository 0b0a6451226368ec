import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal, eventually, sendRaw } from '@lectern/testing';
import { type Answer, type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

describe('collections', () => {
  let rag: TestRag;
  let owner: Person;
  let member: Person;
  let viewer: Person;
  let stranger: Person;

  beforeAll(async () => {
    rag = await startTestRag();
    owner = await rag.addPerson('olga', 'acme', 'owner');
    member = await rag.addPerson('max', 'acme', 'member');
    await addPrincipal(rag.database, { ...member, teamIds: ['team-red'] });
    viewer = await rag.addPerson('vera', 'acme', 'viewer');
    stranger = await rag.addPerson('sam', 'other', 'owner');
  });
  afterAll(() => rag[Symbol.asyncDispose]());

  const create = async (person: Person, name: string, parentId?: string) => {
    const { body, status } = await person.call('POST', '/rag/collections', {
      name,
      ...(parentId && { parent_id: parentId }),
    });
    expect(status).toBe(201);
    return body.id as string;
  };

  it('refuses a name that a sibling has, and allows it elsewhere', async () => {
    const parent = await create(owner, 'Names');
    await create(owner, 'Same', parent);
    const again = await owner.call('POST', '/rag/collections', { name: 'Same', parent_id: parent });
    expect([again.status, again.body.error.code]).toEqual([409, 'collection_name_taken']);
    await create(owner, 'Same');
  });

  it('takes names that look the same for the same', async () => {
    await create(owner, 'Caf\u00e9');
    const again = await owner.call('POST', '/rag/collections', { name: 'Cafe\u0301' });
    expect([again.status, again.body.error.code]).toEqual([409, 'collection_name_taken']);
    const other = await create(owner, 'Bar');
    const renamed = await owner.call('PATCH', `/rag/collections/${other}`, { name: 'Cafe\u0301' });
    expect(renamed.status).toBe(409);
  });

  it.each([
    ['user', 'nobody-of-that-name'],
    ['team', 'no-such-team'],
  ])('refuses a grant to an unknown %s and names it', async (type, id) => {
    const collection = await create(owner, `For an unknown ${type}`);
    const { status, body } = await owner.call('PUT', `/rag/collections/${collection}/grants`, {
      inherit: true,
      grants: [
        { grantee: { type: 'role', id: 'viewer' }, permission: 'read' },
        { grantee: { type, id }, permission: 'read' },
      ],
    });
    expect([status, body.error.details.field]).toEqual([400, 'grants.1.grantee.id']);
    const { body: grants } = await owner.call('GET', `/rag/collections/${collection}/grants`);
    expect(grants.grants).toEqual([]);
  });

  it('refuses a move below itself and moves a subtree at once', async () => {
    const a = await create(owner, 'A');
    const b = await create(owner, 'B', a);
    const c = await create(owner, 'C', b);
    const cycle = await owner.call('PATCH', `/rag/collections/${a}`, { parent_id: c });
    expect([cycle.status, cycle.body.error.code]).toEqual([409, 'collection_cycle']);
    const moved = await owner.call('PATCH', `/rag/collections/${b}`, { parent_id: null });
    expect(moved.body.parent_id).toBeNull();
    expect((await owner.call('PATCH', `/rag/collections/${a}`, { parent_id: c })).status).toBe(200);
  });

  it('tells the audit log from where to where a collection or a document was moved', async () => {
    const [from, to, moved] = [
      await create(owner, 'Left behind'),
      await create(owner, 'Moved to'),
      await create(owner, 'Wandering'),
    ];
    const noteOf = ({ headers }: Answer) =>
      JSON.parse(Buffer.from(headers.get('x-audit-details') ?? '', 'base64url').toString());
    const change = { parent_id: to, name: 'Settled' };
    expect(noteOf(await owner.call('PATCH', `/rag/collections/${moved}`, change))).toEqual({
      details: {
        from: { name: 'Wandering', parent_id: null },
        to: { name: 'Settled', parent_id: to },
      },
    });
    const { body } = await owner.call('POST', `/rag/collections/${from}/documents`, {
      documents: [{ external_id: 'moving', title: 'Report', text: 'A text.' }],
    });
    const path = `/rag/documents/${body.documents[0].id}`;
    expect(noteOf(await owner.call('PATCH', path, { collection_id: to }))).toEqual({
      details: {
        from: { title: 'Report', collection_id: from },
        to: { title: 'Report', collection_id: to },
      },
    });
  });

  it('refuses to go deeper than a tree may be, by a new collection and by a move', async () => {
    let deepest = await create(owner, 'Level 1');
    for (let level = 2; level <= 50; level += 1) {
      deepest = await create(owner, `Level ${level}`, deepest);
    }
    const child = { name: 'Too deep', parent_id: deepest };
    const top = await create(owner, 'With one below');
    await create(owner, 'Below it', top);
    const { body: last } = await owner.call('GET', `/rag/collections/${deepest}`);
    for (const { status, body } of [
      await owner.call('POST', '/rag/collections', child),
      await owner.call('PATCH', `/rag/collections/${top}`, { parent_id: last.parent_id }),
    ]) {
      expect([status, body.error.details?.field]).toEqual([400, 'parent_id']);
    }
    const single = await create(owner, 'Alone');
    const moved = { parent_id: last.parent_id };
    expect((await owner.call('PATCH', `/rag/collections/${single}`, moved)).status).toBe(200);
  });

  it('never lets concurrent moves close a cycle', async () => {
    const a = await create(owner, 'Left');
    const b = await create(owner, 'Right');
    const answers = await Promise.all([
      owner.call('PATCH', `/rag/collections/${a}`, { parent_id: b }),
      owner.call('PATCH', `/rag/collections/${b}`, { parent_id: a }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it.each([
    ['deleted', 'DELETE', '', undefined],
    ['given grants', 'PUT', '/grants', { inherit: true, grants: [] }],
  ] as const)(
    'that is deleted while it is to be %s is not there any more',
    async (_, method, below, body) => {
      const path = `/rag/collections/${await create(owner, `Deleted while ${method}`)}`;
      const { pool } = rag.database;
      const tree = await pool.connect();
      await tree.query('begin');
      await tree.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', ['rag.tree:acme']);
      const countWaiting = async () =>
        (await pool.query(`select from pg_locks where locktype = 'advisory' and not granted`))
          .rowCount;
      const deleted = owner.call('DELETE', path);
      await eventually(async () => (await countWaiting()) === 1);
      const others = [1, 2].map(() => owner.call(method, path + below, body));
      await eventually(async () => (await countWaiting()) === 3);
      await tree.query('commit');
      tree.release();
      expect((await deleted).status).toBe(204);
      for (const { status } of await Promise.all(others)) expect(status).toBe(404);
    },
  );

  it('answers a foreign collection like one that does not exist', async () => {
    const id = await create(owner, 'Secret');
    const foreign = await stranger.call('GET', `/rag/collections/${id}`);
    const unknown = await stranger.call(
      'GET',
      '/rag/collections/0b9f3f0e-1111-4111-8111-111111111111',
    );
    const malformed = await stranger.call('GET', '/rag/collections/nonsense');
    for (const { status, body } of [foreign, unknown, malformed]) {
      expect(status).toBe(404);
      expect(body.error.code).toBe('collection_not_found');
      expect(body.error.message).toBe(foreign.body.error.message);
    }
  });

  it('inherits grants down the tree until a private subtree begins', async () => {
    const top = await create(owner, 'Shared');
    const below = await create(owner, 'Below', top);
    const isPrivate = await create(owner, 'Private', top);
    const read = async (id: string) => (await member.call('GET', `/rag/collections/${id}`)).status;
    expect(await read(below)).toBe(404);
    await owner.call('PUT', `/rag/collections/${top}/grants`, {
      inherit: true,
      grants: [{ grantee: { type: 'team', id: 'team-red' }, permission: 'write' }],
    });
    await owner.call('PUT', `/rag/collections/${isPrivate}/grants`, { inherit: false, grants: [] });
    expect([await read(top), await read(below), await read(isPrivate)]).toEqual([200, 200, 404]);
    const shown = await member.call('GET', `/rag/collections/${below}`);
    expect(shown.body.permission).toBe('write');
    const denied = await member.call('PATCH', `/rag/collections/${below}`, { name: 'Mine' });
    expect(denied.status).toBe(403);
  });

  it('names the first grantees besides the caller to managers alone', async () => {
    const id = await create(owner, 'Shared with many');
    const team = { type: 'team', id: 'team-red' };
    const person = { type: 'user', id: 'max' };
    await owner.call('PUT', `/rag/collections/${id}/grants`, {
      inherit: false,
      grants: [
        { grantee: { type: 'user', id: 'olga' }, permission: 'manage' },
        { grantee: person, permission: 'read' },
        { grantee: team, permission: 'read' },
      ],
    });
    const shown = async (caller: Person) =>
      (await caller.call('GET', `/rag/collections/${id}`)).body;
    expect(await shown(owner)).toMatchObject({ inherit: false, shared_with: [team, person] });
    expect(await shown(member)).toMatchObject({ inherit: false, shared_with: [] });
  });

  it('stays private or inherits as it did when new grants do not say', async () => {
    const top = await create(owner, 'Above');
    const grants = [{ grantee: { type: 'user', id: 'max' }, permission: 'read' }];
    const put = async (id: string, body: object) =>
      (await owner.call('PUT', `/rag/collections/${id}/grants`, body)).body;
    expect(await put(top, { grants })).toEqual({ inherit: true, grants });
    const below = await create(owner, 'Private below', top);
    await put(below, { inherit: false, grants });
    expect(await put(below, { grants: [] })).toEqual({ inherit: false, grants: [] });
    expect((await member.call('GET', `/rag/collections/${below}`)).status).toBe(404);
  });

  it('says in one answer which documents and collections may be read now', async () => {
    const open = await create(owner, 'Quoted');
    const closed = await create(owner, 'Closed');
    const add = async (collection: string, external_id: string) => {
      const body = { documents: [{ external_id, title: external_id, text: 'The heron waits.' }] };
      const accepted = await owner.call('POST', `/rag/collections/${collection}/documents`, body);
      return accepted.body.documents[0].id as string;
    };
    const document_ids = [await add(open, 'a'), await add(open, 'b'), await add(closed, 'c')];
    const ask = async (person: Person) => {
      const path = '/internal/readable-documents';
      const { body } = await person.call('POST', path, {
        document_ids: [...document_ids, randomUUID()],
      });
      return body.document_ids.toSorted();
    };
    const grant = (grants: readonly object[]) =>
      owner.call('PUT', `/rag/collections/${open}/grants`, { inherit: true, grants });
    await grant([{ grantee: { type: 'user', id: 'max' }, permission: 'read' }]);
    expect(await ask(owner)).toEqual(document_ids.toSorted());
    expect(await ask(member)).toEqual(document_ids.slice(0, 2).toSorted());
    expect(await ask(stranger)).toEqual([]);
    const collections = { collection_ids: [open, closed, randomUUID()] };
    for (const [person, ids] of [
      [owner, [open, closed].toSorted()],
      [member, [open]],
      [stranger, []],
    ] as const) {
      const { body } = await person.call('POST', '/internal/readable-documents', collections);
      expect(body.collection_ids.toSorted()).toEqual(ids);
    }
    await owner.call('DELETE', `/rag/documents/${document_ids[0]}`);
    expect(await ask(member)).toEqual([document_ids[1]]);
    await grant([]);
    expect(await ask(member)).toEqual([]);
  });

  it('caps what a viewer is granted to reading', async () => {
    const id = await create(owner, 'For viewers');
    await owner.call('PUT', `/rag/collections/${id}/grants`, {
      inherit: true,
      grants: [{ grantee: { type: 'role', id: 'viewer' }, permission: 'manage' }],
    });
    const seen = await viewer.call('GET', `/rag/collections/${id}`);
    expect(seen.body.permission).toBe('read');
    expect((await viewer.call('DELETE', `/rag/collections/${id}`)).status).toBe(403);
    expect((await viewer.call('POST', '/rag/collections', { name: 'Mine' })).status).toBe(403);
  });

  it('keeps the right to manage of who changes grants, who may give it to others', async () => {
    const id = await create(member, 'Handed over');
    const path = `/rag/collections/${id}/grants`;
    const [own, read] = [
      { grantee: { type: 'user', id: 'max' }, permission: 'manage' },
      { grantee: { type: 'role', id: 'viewer' }, permission: 'read' },
    ];
    const { body: before } = await member.call('GET', path);
    const refused = await member.call('PUT', path, { inherit: false, grants: [read] });
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'grants']);
    expect((await member.call('GET', path)).body).toEqual(before);

    const given = await member.call('PUT', path, { inherit: false, grants: [read, own] });
    expect([given.status, given.body]).toEqual([200, { inherit: false, grants: [read, own] }]);
    expect(given.headers.get('x-audit-details')).not.toBeNull();
    const grants = [read];
    expect((await owner.call('PUT', path, { grants })).status).toBe(200);
    expect((await member.call('GET', path)).status).toBe(403);
  });

  it('gives a creator the right to manage', async () => {
    const id = await create(member, 'Max’s own');
    expect((await member.call('GET', `/rag/collections/${id}`)).body.permission).toBe('manage');
    expect((await member.call('DELETE', `/rag/collections/${id}`)).status).toBe(204);
  });

  it('lists what lies in a collection, and knows none that the caller may not read', async () => {
    const closed = await create(owner, 'Closed shelf');
    const child = await create(owner, 'Open box', closed);
    await owner.call('PUT', `/rag/collections/${child}/grants`, {
      inherit: true,
      grants: [{ grantee: { type: 'user', id: 'max' }, permission: 'read' }],
    });
    const list = (person: Person, parent: string) =>
      person.call('GET', `/rag/collections?parent_id=${parent}`);
    const { body } = await list(owner, closed);
    expect(body.collections.map(({ id }: { id: string }) => id)).toEqual([child]);
    for (const [person, parent] of [
      [owner, randomUUID()],
      [member, closed],
      [stranger, closed],
    ] as const) {
      const { status, body } = await list(person, parent);
      expect([status, body.error?.code]).toEqual([404, 'collection_not_found']);
    }
  });

  it('lists page by page what the caller may read', async () => {
    for (const name of ['p1', 'p2', 'p3']) await create(stranger, name);
    const first = await stranger.call('GET', '/rag/collections?limit=2');
    const second = await stranger.call(
      'GET',
      `/rag/collections?limit=2&cursor=${first.body.next_cursor}`,
    );
    const names = [...first.body.collections, ...second.body.collections].map(
      (collection: { name: string }) => collection.name,
    );
    expect(names).toEqual(['p1', 'p2', 'p3']);
    expect(second.body.next_cursor).toBeNull();
  });

  it.each([
    ['collections', ['\0', randomUUID()]],
    ['collections', ['name', '\0']],
    ['documents', ['soon', randomUUID()]],
    ['documents', ['1700000000000000', 'x']],
  ])('refuses the forged cursor of %s with %j', async (list, values) => {
    const cursor = Buffer.from(JSON.stringify(values)).toString('base64url');
    const answer = await owner.call('GET', `/rag/${list}?cursor=${cursor}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.field).toBe('cursor');
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x', colour: 'red' }, 'colour'],
    [{ name: 'x', settings: { chunking: { max_tokens: 1 } } }, 'settings.chunking.max_tokens'],
    [{ name: 'x', settings: { parsing: { comments: 'yes' } } }, 'settings.parsing.comments'],
    [{ name: 'x', parent_id: 7 }, 'parent_id'],
  ])('names the field that is wrong in %j', async (body, field) => {
    const answer = await owner.call('POST', '/rag/collections', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.field).toBe(field);
  });

  it.each(['application/json', 'multipart/form-data; boundary=x'])(
    'asks for rights before it reads a body of %s',
    async (type) => {
      const id = await create(owner, `For owners: ${type}`);
      const { userId, organisationId } = viewer;
      const head = [
        `POST /rag/collections/${id}/documents HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${await rag.identity.token({ userId, organisationId })}`,
        `content-type: ${type}`,
        'content-length: 30000000',
      ].join('\r\n');
      const limits = { limitMs: 5_000, untilAnswer: true };
      const answer = await sendRaw(rag.url, `${head}\r\n\r\n[[[[`, limits);
      expect(answer.status).toBe(404);
    },
  );

  it.each(['GET', 'POST'])(
    'leave %s /rag/admin/rebuild-index to tokens that the gateway made for it',
    async (method) => {
      const answer = await owner.call(method, '/rag/admin/rebuild-index');
      expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
    },
  );

  it('shuts out who was disabled, at once', async () => {
    const person = await rag.addPerson('dora', 'acme', 'owner');
    expect((await person.call('GET', '/rag/collections')).status).toBe(200);
    await rag.database.pool.query(`update auth."user" set banned = true where id = 'dora'`);
    expect((await person.call('GET', '/rag/collections')).status).toBe(401);
  });
});
