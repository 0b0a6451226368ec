import { describe, expect, it } from '@jest/globals';
import { type Found, setUpSearchLibrary } from '../../test/open-search-library.ts';

const { rag, owner, member, open, below, closed, search, titles } = await setUpSearchLibrary();

/** A document with a parse warning, in a collection of its own. */
async function addWarned() {
  const { body } = await owner.call('POST', '/rag/collections', { name: 'Warned' });
  const { body: accepted } = await owner.call('POST', `/rag/collections/${body.id}/documents`, {
    documents: [{ external_id: 'w', title: 'Weasels', text: 'The weasel hunts voles.' }],
  });
  const { id } = await rag.settled(owner, accepted.documents[0].id);
  const warnings = JSON.stringify([{ code: 'pages_skipped', message: 'Two pages were skipped.' }]);
  await rag.database.pool.query('update rag.documents set warnings = $1 where id = $2', [
    warnings,
    id,
  ]);
  return { id, collection_id: body.id };
}

describe('filters of a search', () => {
  it('answers a foreign collection in a filter like an unknown one', async () => {
    const ask = (id: string) =>
      member.call('POST', '/rag/search', {
        query: 'x',
        collection_filter: { collection_ids: [id] },
      });
    const answers = [await ask(closed), await ask('0b9f3f0e-1111-4111-8111-111111111111')];
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([404, 'collection_not_found']);
    }
  });

  it('searches single documents beside collections, and none that the caller may not read', async () => {
    const idOf = async (title: string) => {
      const { chunks } = await search(owner, { query: title, limit: 50 });
      return chunks.find((chunk) => chunk.document_title === title)?.document_id as string;
    };
    const query = 'otters beavers lighthouse keeper vault';
    const [otters, secret] = [await idOf('Otters'), await idOf('Secret otters')];
    const ask = async (collection_filter: object) => [
      ...new Set(await titles(owner, { query, limit: 200, collection_filter })),
    ];
    expect(await ask({ document_ids: [otters, otters] })).toEqual(['Otters']);
    const both = await ask({ collection_ids: [below], document_ids: [secret] });
    expect(both.toSorted()).toEqual(['Lighthouse log', 'Secret otters']);
    for (const id of [secret, '0b9f3f0e-1111-4111-8111-111111111111']) {
      const { status, body } = await member.call('POST', '/rag/search', {
        query,
        collection_filter: { collection_ids: [open], document_ids: [id] },
      });
      expect([status, body.error.code]).toEqual([404, 'document_not_found']);
    }
  });

  it('searches below a collection unless told otherwise', async () => {
    const query = 'lighthouse keeper';
    const filter = { collection_ids: [open] };
    expect(await titles(owner, { query, collection_filter: filter })).toContain('Lighthouse log');
    expect(
      await titles(owner, { query, collection_filter: { ...filter, include_children: false } }),
    ).not.toContain('Lighthouse log');
  });

  it.each([
    [[{ field: 'year', op: 'eq', value: 2010 }], ['Beavers']],
    [[{ field: 'year', op: 'gte', value: 2010 }], ['Beavers', 'Storks']],
    [
      [
        { field: 'tags', op: 'eq', value: 'fur' },
        { field: 'year', op: 'lt', value: 2010 },
      ],
      ['Otters'],
    ],
    [
      [
        { field: 'no such field', op: 'exists', value: false },
        { field: 'year', op: 'eq', value: 2010 },
      ],
      ['Beavers'],
    ],
    [[{ field: 'lang', op: 'in', value: ['ru', 'zh'] }], ['Аисты', '水獭']],
    [[{ field: 'tags', op: 'exists', value: true }], ['Beavers', 'Otters']],
    [[{ field: 'title', op: 'eq', value: 'Storks' }], ['Storks']],
    [[{ field: 'external_id', op: 'in', value: ['t0', 't1'] }], ['Beavers', 'Otters']],
    [
      [
        { field: 'year', op: 'ne', value: 2010 },
        { field: 'year', op: 'exists' },
      ],
      ['Otters', 'Storks'],
    ],
    [
      [{ field: 'mime_type', op: 'eq', value: 'text/plain' }],
      ['Beavers', 'Otters', 'Storks', 'Аисты', '水獭'],
    ],
    [[{ field: 'size', op: 'lt', value: 45 }], ['Beavers']],
    [[{ field: 'page', op: 'exists' }], []],
    [
      [
        { field: 'page', op: 'exists', value: false },
        { field: 'page', op: 'ne', value: 2 },
        { field: 'year', op: 'eq', value: 2010 },
      ],
      ['Beavers'],
    ],
    [[{ field: 'version', op: 'gt', value: 1 }], []],
    [
      [
        { field: 'chunk_count', op: 'in', value: [1] },
        { field: 'title', op: 'gte', value: 'S' },
        { field: 'title', op: 'lt', value: 'T' },
      ],
      ['Storks'],
    ],
    [[{ field: 'seen', op: 'eq', value: '2024-05-01T08:00:00Z' }], ['Beavers', 'Otters']],
    [[{ field: 'seen', op: 'gt', value: '2024-05-01T10:30:00+02:00' }], ['Storks']],
    [[{ field: 'seen', op: 'lte', value: '2024-05-01' }], []],
    [[{ field: 'seen', op: 'gte', value: '2024-05-01' }], ['Beavers', 'Otters', 'Storks']],
  ])('keeps to the metadata filter %j', async (metadata_filter, expected) => {
    const found = await titles(owner, {
      query: 'otters beavers storks аисты 海獭 africa',
      collection_filter: { collection_ids: [open], include_children: false },
      metadata_filter,
    });
    expect([...new Set(found)].toSorted()).toEqual(expected.toSorted());
  });

  it('filters by every field that is shown of a document, by its own value and by another', async () => {
    const { collection_id, id } = await addWarned();
    const { body: shown } = await owner.call('GET', `/rag/documents/${id}`);
    expect(shown).toMatchObject({ status: 'ready', warnings: [{ code: 'pages_skipped' }] });
    const holds = async (field: string, condition: object) => {
      const metadata_filter = [{ field, ...condition }];
      const collection_filter = { collection_ids: [collection_id] };
      const found = await search(owner, { query: 'weasel', metadata_filter, collection_filter });
      return found.chunks.length > 0;
    };
    const own: Record<string, unknown> = {
      ...shown,
      progress: shown.progress.stage,
      error: null,
      warnings: 'pages_skipped',
      metadata: null,
      document_title: shown.title,
      collection_name: 'Warned',
    };
    const wrong: string[] = [];
    for (const [field, value] of Object.entries(own)) {
      const isThere = value !== null;
      if ((await holds(field, { op: 'exists' })) !== isThere) wrong.push(`${field} exists`);
      if (!isThere) continue;
      if (!(await holds(field, { op: 'eq', value }))) wrong.push(`${field} eq`);
      if (await holds(field, { op: 'ne', value })) wrong.push(`${field} ne`);
      if (!(await holds(field, { op: 'in', value: [value] }))) wrong.push(`${field} in`);
      if (!(await holds(field, { op: 'lte', value }))) wrong.push(`${field} lte`);
      if (await holds(field, { op: 'gt', value })) wrong.push(`${field} gt`);
    }
    expect(wrong).toEqual([]);
  });

  it('takes the document for what a key of its metadata is named like; the key is behind metadata.', async () => {
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Hidden' });
    const metadata = { version: '2.0', status: 'draft', collection_id: 'c', document_title: 'dt' };
    const { body: accepted } = await owner.call('POST', `/rag/collections/${body.id}/documents`, {
      documents: [{ external_id: 'h', title: 'Hares', text: 'The hare runs.', metadata }],
    });
    await rag.settled(owner, accepted.documents[0].id);
    const holds = async (field: string, value: unknown) => {
      const metadata_filter = [{ field, op: 'eq', value }];
      return (await titles(owner, { query: 'hare', metadata_filter })).includes('Hares');
    };
    const own = { version: 1, status: 'ready', collection_id: body.id, document_title: 'Hares' };
    for (const [field, value] of Object.entries(own)) {
      expect([field, await holds(field, value)]).toEqual([field, true]);
    }
    for (const [key, value] of Object.entries(metadata)) {
      expect([key, await holds(`metadata.${key}`, value)]).toEqual([key, true]);
    }
    const unknown = [{ field: 'metadata.colour', op: 'eq', value: 'red' }];
    const refused = await owner.call('POST', '/rag/search', {
      query: 'hare',
      metadata_filter: unknown,
    });
    expect(refused.status).toBe(400);
  });

  it('takes texts that look the same for the same', async () => {
    const [composed, apart] = ['Caf\u00e9', 'Cafe\u0301'];
    const { body } = await owner.call('POST', '/rag/collections', { name: `${apart} plans` });
    const path = `/rag/collections/${body.id}/documents`;
    const metadata = { place: apart, places: [apart, 'Bar "x"'] };
    const { body: accepted } = await owner.call('POST', path, {
      documents: [
        { external_id: `${apart} 1`, title: `${apart} menu`, text: 'Pancakes for all.', metadata },
      ],
    });
    const form = new FormData();
    form.append('files', new Blob(['Pancakes and tea.']), `${apart} list.txt`);
    const { body: uploaded } = await owner.call('POST', path, form);
    for (const { id } of [...accepted.documents, ...uploaded.documents]) {
      await rag.settled(owner, id);
    }
    for (const name of [composed, apart]) {
      const count = async (field: string, value: string) => {
        const condition = { query: 'pancakes', limit: 50 };
        const filters = [
          { op: 'eq', value },
          { op: 'in', value: [value] },
        ];
        const found = await Promise.all(
          filters.map(async (rest) =>
            titles(owner, { ...condition, metadata_filter: [{ field, ...rest }] }),
          ),
        );
        return found.map(({ length }) => length);
      };
      expect(await count('collection_name', `${name} plans`)).toEqual([2, 2]);
      expect(await count('title', `${name} menu`)).toEqual([1, 1]);
      expect(await count('file_name', `${name} list.txt`)).toEqual([1, 1]);
      expect(await count('external_id', `${name} 1`)).toEqual([1, 1]);
      expect(await count('place', name)).toEqual([1, 1]);
      expect(await count('places', name)).toEqual([1, 1]);
      const query = encodeURIComponent(`${name} M`);
      const { body: listed } = await owner.call('GET', `/rag/documents?query=${query}`);
      expect(listed.documents).toHaveLength(1);
    }
  });

  it('finds a collection by its name however it is typed, and documents by the year or month that they are of', async () => {
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Re\u0301sume\u0301s' });
    const dates = [{ date: '2019' }, { published: '2019-05' }, { date: 1998 }];
    const { body: accepted } = await owner.call('POST', `/rag/collections/${body.id}/documents`, {
      documents: dates.map((metadata, at) => ({
        external_id: `gasket ${at}`,
        title: `Gasket of ${Object.values(metadata)}`,
        text: `A gasket came with lorry ${at}.`,
        metadata,
      })),
    });
    for (const { id } of accepted.documents) await rag.settled(owner, id);
    const find = async (query: string) => (await titles(owner, { query })).toSorted();
    for (const name of ['re\u0301sume\u0301s', 'R\u00c9SUM\u00c9S']) {
      const inside = `gasket in:"${name}"`;
      expect(await find(`${inside} before:2019-05`)).toEqual(['Gasket of 1998', 'Gasket of 2019']);
      expect(await find(`${inside} after:2019-02 before:2020`)).toEqual(['Gasket of 2019-05']);
    }
  });

  it('narrows nothing by a collection filter that names nothing', async () => {
    for (const collection_filter of [{ collection_ids: null }, {}, { document_ids: null }]) {
      expect(await titles(owner, { query: 'otters', collection_filter })).toContain('Otters');
    }
  });

  it('finds a document by the very creation time that it shows', async () => {
    const [first] = (await search(owner, { query: 'otters sleep' })).chunks as [Found];
    const found = await titles(owner, {
      query: 'otters sleep',
      metadata_filter: [{ field: 'created_at', op: 'eq', value: first.metadata.created_at }],
    });
    expect(found).toContain(first.document_title);
  });

  it('tells nobody that documents which he may not read have a field', async () => {
    const filter = [{ field: 'clearance', op: 'exists' }];
    const body = { query: 'vault', metadata_filter: filter };
    expect((await owner.call('POST', '/rag/search', body)).status).toBe(200);
    expect((await member.call('POST', '/rag/search', body)).status).toBe(400);
  });

  it('tells an empty collection from one without matches', async () => {
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Empty' });
    const empty = await search(owner, {
      query: 'anything',
      collection_filter: { collection_ids: [body.id] },
    });
    expect(empty.chunks).toEqual([]);
    expect(empty.warnings).toEqual([expect.objectContaining({ code: 'collection_empty' })]);
    const none = await search(owner, { query: 'zzzxxyy', mode: 'keyword' });
    expect(none.warnings).toEqual([]);
  });

  it.each([
    [{ query: '' }, 'query'],
    [{ query: ' \n ' }, 'query'],
    [{ query: 'x'.repeat(2001) }, 'query'],
    [{ query: 7 }, 'query'],
    [{}, 'query'],
    [{ query: 'x', limit: 0 }, 'limit'],
    [{ query: 'x', limit: -1 }, 'limit'],
    [{ query: 'x', limit: 1e9 }, 'limit'],
    [{ query: 'x', limit: '5' }, 'limit'],
    [{ query: 'x', colour: 'red' }, 'colour'],
    [{ query: 'x', mode: 'magic' }, 'mode'],
    [{ query: 'x', recency_boost: 2 }, 'recency_boost'],
    [{ query: 'x', surrounding: 6 }, 'surrounding'],
    [
      { query: 'x', collection_filter: { collection_ids: ['nonsense'] } },
      'collection_filter.collection_ids.0',
    ],
    [
      { query: 'x', metadata_filter: [{ field: 'page', op: 'in', value: [1, 'two'] }] },
      'metadata_filter.0.value',
    ],
    [
      { query: 'x', metadata_filter: [{ field: 'section', op: 'exists' }] },
      'metadata_filter.0.field',
    ],
    [
      { query: 'x', metadata_filter: [{ field: 'created_at', op: 'gt', value: 'soon' }] },
      'metadata_filter.0.value',
    ],
    [
      { query: 'x', metadata_filter: [{ field: 'size', op: 'gt', value: 'big' }] },
      'metadata_filter.0.value',
    ],
    [
      {
        query: 'x',
        metadata_filter: [
          { field: 'year', op: 'eq', value: 1 },
          { field: 'no such field', op: 'eq', value: 1 },
        ],
      },
      'metadata_filter.1.field',
    ],
  ])('names the field that is wrong in %j', async (body, field) => {
    const answer = await owner.call('POST', '/rag/search', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.field).toBe(field);
  });
});
