import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SharedConversation } from '@lectern/contracts';
import { addPrincipal, eventually } from '@lectern/testing';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { tower } from '../../test/passages.ts';
import { startModels } from '../../test/set-up-models.ts';

type Person = 'owner' | 'member' | 'viewer' | 'admin' | 'stranger';

/** A member's conversation about the tower, whose document only some may read. */
async function start() {
  const mcp = await startFakeMcp(() => [tower]);
  const hiddenFrom = new Set<string>();
  const checked: (readonly string[])[] = [];
  const held: { until?: Promise<void> } = {};
  const site = await startModels(
    {},
    {
      mcpUrl: mcp.url,
      readableDocuments: {
        find: async (ids, { token }) => {
          checked.push(ids);
          await held.until;
          return [...hiddenFrom].some((person) => site.tokenOf(person as Person) === token)
            ? []
            : ids;
        },
      },
    },
  );
  const asked = await site.as('member', 'POST /chat/mcp', { message: 'How tall is the tower?' });
  const id: string = asked.body.conversation_id;
  return {
    ...site,
    id,
    hiddenFrom,
    checked,
    held,
    share: (body: unknown, person: Person = 'member') =>
      site.as(person, `PUT /conversations/${id}/share`, body),
    read: (person: Person) => site.as(person, `GET /shared/${id}`),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await mcp[Symbol.asyncDispose]();
    },
  };
}

let site: Awaited<ReturnType<typeof start>>;
beforeEach(async () => {
  site = await start();
});
afterEach(() => site[Symbol.asyncDispose]());

const missing = { status: 404, body: { error: { code: 'conversation_not_found' } } };

describe('a shared conversation', () => {
  it('is read by everybody of its organisation until sharing is stopped', async () => {
    expect(await site.read('viewer')).toMatchObject(missing);
    const shared = await site.share({ audience: 'organisation' });
    expect(shared).toMatchObject({ status: 200, body: { url: expect.any(String) } });
    expect(shared.body.url).toBe(`http://localhost:8000/shared/${site.id}`);
    const { body } = (await site.read('viewer')) as { body: SharedConversation };
    expect(body).toMatchObject({
      id: site.id,
      owner_id: 'member',
      messages: [
        { role: 'user', content: 'How tall is the tower?' },
        { role: 'assistant', content: expect.stringContaining('330'), citations: [{ n: 1 }] },
      ],
      next_cursor: null,
    });
    expect(body.messages[1]).not.toHaveProperty('tool_calls');
    expect(await site.read('stranger')).toMatchObject(missing);
    expect(await site.share({ audience: 'none' })).toMatchObject({ body: { url: null } });
    expect(await site.read('viewer')).toMatchObject(missing);
  });

  it('is read by the named people alone', async () => {
    await site.share({ audience: 'people', user_ids: ['viewer'] });
    expect((await site.read('viewer')).status).toBe(200);
    expect((await site.read('member')).status).toBe(200);
    expect(await site.read('owner')).toMatchObject(missing);
    const listed = await site.as('member', `GET /conversations/${site.id}`);
    expect(listed.body.share).toEqual({ audience: 'people', user_ids: ['viewer'] });
  });

  it('can be read and shared, but not changed or continued, by others', async () => {
    await site.share({ audience: 'organisation' });
    for (const [route, body] of [
      [`PUT /conversations/${site.id}/share`, { audience: 'none' }],
      [`PATCH /conversations/${site.id}`, { pinned: true }],
      [`DELETE /conversations/${site.id}`, undefined],
      [`GET /conversations/${site.id}/messages`, undefined],
      [`GET /conversations/${site.id}/export`, undefined],
      ['POST /chat/mcp', { message: 'And?', conversation_id: site.id }],
    ] as const) {
      expect([route, await site.as('owner', route, body)]).toEqual([
        route,
        expect.objectContaining({ status: 404 }),
      ]);
    }
    expect((await site.read('viewer')).status).toBe(200);
  });

  it('shows nothing of a document that its reader may not read', async () => {
    await site.as('member', 'POST /chat/mcp', {
      message: 'How tall is it again?',
      conversation_id: site.id,
    });
    await site.share({ audience: 'organisation' });
    expect((await site.read('viewer')).text).toContain('330');
    site.hiddenFrom.add('viewer');
    const hidden = await site.read('viewer');
    expect(hidden.status).toBe(200);
    for (const word of ['330', tower.title]) expect(hidden.text).not.toContain(word);
    expect(hidden.body.messages[1].citations).toEqual([
      expect.objectContaining({ n: 1, title: '', quote: '', withheld: 'document_unavailable' }),
    ]);
    expect((await site.read('owner')).text).toContain('330');
  });

  it('leaves out lines without a source where an answer found a hidden document', async () => {
    await site.llm.pool.query(
      `update llm.turns set answer = 'Its height is secret-330.' || chr(10) || answer,
         citations = '[]'`,
    );
    await site.share({ audience: 'organisation' });
    expect((await site.read('viewer')).text).toContain('secret-330');
    site.hiddenFrom.add('viewer');
    expect((await site.read('viewer')).text).not.toMatch(/secret-330|330 metres/);
  });

  it('asks once for each source up to the end of a page', async () => {
    for (const message of ['How tall is it again?', 'And now?']) {
      await site.as('member', 'POST /chat/mcp', { message, conversation_id: site.id });
    }
    const later = randomUUID();
    await site.llm.pool.query(
      `update llm.turns set citations = jsonb_set(citations, '{0,document_id}', to_jsonb($1::text))
       where id = (select id from llm.turns order by ordinal desc limit 1)`,
      [later],
    );
    await site.share({ audience: 'organisation' });
    site.checked.length = 0;
    const first = await site.as('viewer', `GET /shared/${site.id}?limit=4`);
    await site.as('viewer', `GET /shared/${site.id}?limit=4&cursor=${first.body.next_cursor}`);
    expect(site.checked).toEqual([[tower.kb_id], [tower.kb_id, later]]);
  });

  it('is read, and conversations are searched, one at a time in an organisation', async () => {
    await site.share({ audience: 'organisation' });
    const going = Promise.withResolvers<void>();
    site.held.until = going.promise;
    site.checked.length = 0;
    let searched = false;
    const reading = site.read('viewer');
    await eventually(async () => site.checked.length === 1);
    const search = site.as('member', 'GET /conversations?query=tower').then(({ status }) => {
      searched = true;
      return status;
    });
    for (const [person, query] of [
      ['member', ''],
      ['stranger', '?query=tower'],
    ] as const) {
      expect((await site.as(person, `GET /conversations${query}`)).status).toBe(200);
    }
    expect(searched).toBe(false);
    going.resolve();
    expect([(await reading).status, await search]).toEqual([200, 200]);
  });

  it('cannot be read once its owner or its reader has left, or it was deleted', async () => {
    await site.share({ audience: 'organisation' });
    const organisationId = 'organisation-1';
    await addPrincipal(site.llm, { userId: 'viewer', organisationId, disabled: true });
    expect(await site.read('viewer')).toMatchObject(missing);
    expect((await site.read('owner')).status).toBe(200);
    await site.llm.pool.query(`delete from auth.member where "userId" = 'member'`);
    expect(await site.read('owner')).toMatchObject(missing);
    await addPrincipal(site.llm, { userId: 'member', organisationId });
    expect((await site.read('owner')).status).toBe(200);
    await site.as('member', `DELETE /conversations/${site.id}`);
    expect(await site.read('owner')).toMatchObject(missing);
  });

  it.each([
    [{ audience: 'people' }, 'user_ids'],
    [{ audience: 'people', user_ids: [] }, 'user_ids'],
    [{ audience: 'people', user_ids: ['viewer', 'stranger'] }, 'user_ids'],
    [{ audience: 'people', user_ids: ['nobody'] }, 'user_ids'],
    [{ audience: 'organisation', user_ids: ['viewer'] }, 'user_ids'],
    [{ audience: 'everybody' }, 'audience'],
    [{}, 'audience'],
  ])('is not shared by %j', async (body, field) => {
    expect(await site.share(body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: { field } } },
    });
    expect(await site.read('viewer')).toMatchObject(missing);
  });

  it('is the same 404 as an unknown one', async () => {
    const unknown = await site.as('viewer', `GET /shared/${randomUUID()}`);
    expect(unknown).toMatchObject(missing);
    expect(await site.as('viewer', 'GET /shared/x')).toMatchObject(missing);
  });
});

describe('the list of shared conversations', () => {
  const list = async (person: Person, query = ''): Promise<string[]> => {
    const { body } = await site.as(person, `GET /shared${query}`);
    return body.conversations.map(({ id }: { id: string }) => id);
  };

  it('has those of others that a person may read, page by page', async () => {
    const ask = async (message: string): Promise<string> =>
      (await site.as('member', 'POST /chat/mcp', { message })).body.conversation_id;
    const [second, third] = [await ask('Two?'), await ask('Three?')];
    expect(await list('viewer')).toEqual([]);
    await site.share({ audience: 'organisation' });
    await site.as('member', `PUT /conversations/${second}/share`, {
      audience: 'people',
      user_ids: ['viewer'],
    });
    expect(await list('viewer')).toEqual([second, site.id]);
    expect(await list('owner')).toEqual([site.id]);
    expect(await list('member')).toEqual([]);
    expect(await list('stranger')).toEqual([]);
    const first = await site.as('viewer', 'GET /shared?limit=1');
    expect(first.body.conversations).toEqual([
      {
        id: second,
        title: 'Two?',
        owner_id: 'member',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(await list('viewer', `?cursor=${first.body.next_cursor}`)).toEqual([site.id]);
    expect((await site.as('viewer', 'GET /shared?cursor=x')).status).toBe(400);
    await site.as('member', `DELETE /conversations/${second}`);
    await site.as('member', `DELETE /conversations/${third}`);
    expect(await list('viewer')).toEqual([site.id]);
  });
});

describe('the order of conversations', () => {
  it('puts pinned ones first and archived ones apart', async () => {
    const ask = async (message: string): Promise<string> =>
      (await site.as('member', 'POST /chat/mcp', { message })).body.conversation_id;
    const [second, third] = [await ask('Two?'), await ask('Three?')];
    const change = (id: string, body: unknown) =>
      site.as('member', `PATCH /conversations/${id}`, body);
    expect(await change(site.id, { pinned: true, folder: ' Towers ' })).toMatchObject({
      status: 200,
      body: { pinned: true, archived: false, folder: 'Towers' },
    });
    const list = async (query: string): Promise<string[]> =>
      (await site.as('member', `GET /conversations${query}`)).body.conversations.map(
        ({ id }: { id: string }) => id,
      );
    expect(await list('')).toEqual([site.id, third, second]);
    await change(third, { archived: true });
    expect(await list('')).toEqual([site.id, second]);
    expect(await list('?archived=true')).toEqual([third]);
    expect(await list('?folder=Towers')).toEqual([site.id]);
    expect(await list('?query=Three')).toEqual([third]);
    expect(await list('?query=Three&archived=false')).toEqual([]);
    await change(third, { archived: false });
    const first = await site.as('member', 'GET /conversations?limit=1');
    expect(await list(`?limit=2&cursor=${first.body.next_cursor}`)).toEqual([third, second]);
    expect(await change(site.id, { folder: null })).toMatchObject({ body: { folder: null } });
    expect((await change(site.id, { folder: '' })).status).toBe(400);
    expect((await change(site.id, { pinned: 'yes' })).body.error.details.field).toBe('pinned');
    expect(await change(randomUUID(), { pinned: true })).toMatchObject(missing);
  });
});
