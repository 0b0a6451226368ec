import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

interface Found {
  readonly document_title: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly [field: string]: any;
}

const texts = [
  {
    title: 'Otters',
    text: 'Sea otters hold hands while they sleep on the kelp.',
    metadata: { year: 2001, tags: ['sea', 'fur'], seen: '2024-05-01T10:00:00+02:00' },
  },
  {
    title: 'Beavers',
    text: 'Beavers build dams from branches and mud.',
    metadata: { year: 2010, tags: ['river', 'fur'], seen: '2024-05-01T08:00:00.000Z' },
  },
  {
    title: 'Storks',
    text: 'White storks fly to Africa when the summer ends.',
    metadata: { year: 2020, seen: '2024-05-01T09:00:00' },
  },
  { title: 'Аисты', text: 'Белые аисты улетают в Африку в конце лета.', metadata: { lang: 'ru' } },
  { title: '水獭', text: '海獭在睡觉时手拉着手漂浮在海面上。', metadata: { lang: 'zh' } },
];

describe('search', () => {
  let rag: TestRag;
  let owner: Person;
  let member: Person;
  let open: string;
  let below: string;
  let closed: string;

  beforeAll(async () => {
    rag = await startTestRag();
    owner = await rag.addPerson('olga', 'acme', 'owner');
    member = await rag.addPerson('max', 'acme', 'member');
    const create = async (name: string, parentId?: string) =>
      (
        await owner.call('POST', '/rag/collections', {
          name,
          ...(parentId && { parent_id: parentId }),
        })
      ).body.id as string;
    open = await create('Open');
    below = await create('Below', open);
    closed = await create('Closed');
    await owner.call('PUT', `/rag/collections/${open}/grants`, {
      inherit: true,
      grants: [{ grantee: { type: 'user', id: 'max' }, permission: 'read' }],
    });
    const add = async (collection: string, documents: object[]) => {
      const { body } = await owner.call('POST', `/rag/collections/${collection}/documents`, {
        documents,
      });
      for (const { id } of body.documents) await rag.settled(owner, id);
    };
    await add(
      open,
      texts.map((text, at) => ({ external_id: `t${at}`, ...text })),
    );
    await add(below, [
      {
        external_id: 'long',
        title: 'Lighthouse log',
        text: Array.from(
          { length: 60 },
          (_, day) =>
            `On day ${day} the keeper of the lighthouse wrote down wind, waves and the number of ships that passed.`,
        ).join('\n\n'),
      },
    ]);
    await add(closed, [
      {
        external_id: 'secret',
        title: 'Secret otters',
        text: 'The secret otters guard the vault.',
        metadata: { clearance: 'high' },
      },
    ]);
  });
  afterAll(() => rag[Symbol.asyncDispose]());

  const search = async (person: Person, body: object) => {
    const answer = await person.call('POST', '/rag/search', body);
    expect(answer.status).toBe(200);
    return answer.body as { chunks: Found[]; [field: string]: Found[] | never };
  };
  const titles = async (person: Person, body: object) =>
    (await search(person, body)).chunks.map((chunk) => chunk.document_title);

  it.each([
    ['otters sleeping', 'Otters'],
    ['когда улетает аист', 'Аисты'],
    ['海獭睡觉', '水獭'],
    ['beaver dam', 'Beavers'],
  ])('finds %j in every mode', async (query, title) => {
    for (const mode of ['hybrid', 'keyword', 'dense']) {
      const found = await titles(owner, {
        query,
        mode,
        collection_filter: { collection_ids: [open] },
      });
      expect(found[0]).toBe(title);
    }
  });

  it('never shows what the caller may not read, in any mode', async () => {
    for (const mode of ['hybrid', 'keyword', 'dense']) {
      expect(await titles(owner, { query: 'secret otters vault', mode, limit: 50 })).toContain(
        'Secret otters',
      );
      expect(await titles(member, { query: 'secret otters vault', mode, limit: 50 })).not.toContain(
        'Secret otters',
      );
    }
    const explained = await search(member, { query: 'secret otters vault', explain: true });
    expect(JSON.stringify(explained)).not.toContain('Secret otters');
  });

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

  it("weighs each collection's passages by its own setting, set there or inherited", async () => {
    const set = (id: string, settings: object) =>
      owner.call('PATCH', `/rag/collections/${id}`, { settings });
    await set(open, { retrieval: { dense_weight: 0.9 } });
    await set(closed, { retrieval: { dense_weight: 0.1 } });
    const explain = async (ids: string[]) => {
      const answer = await search(owner, {
        query: 'otters lighthouse',
        fusion: 'rrf',
        explain: true,
        limit: 50,
        collection_filter: { collection_ids: ids },
      });
      // biome-ignore lint/suspicious/noExplicitAny: the trace is looked into freely
      return answer as any;
    };
    expect((await explain([below])).trace.fusion.dense_weight).toBe(0.9);
    expect((await explain([open, below])).trace.fusion.dense_weight).toBe(0.9);
    const { trace, chunks } = await explain([open, closed]);
    const secret = chunks.find((chunk: Found) => chunk.document_title === 'Secret otters');
    for (const { id, dense_rank, bm25_rank, scores } of trace.candidates) {
      const weight = id === secret.id ? 0.1 : 0.9;
      const dense = dense_rank === null ? 0 : weight / (60 + dense_rank);
      const keyword = bm25_rank === null ? 0 : (1 - weight) / (60 + bm25_rank);
      expect(scores.fused).toBeCloseTo(dense + keyword, 10);
    }
    expect(trace.fusion.dense_weight).toBeGreaterThan(0.1);
    expect(trace.fusion.dense_weight).toBeLessThan(0.9);
    for (const id of [open, closed]) await set(id, {});
  });

  it("counts recency by the document's own date", async () => {
    const { body } = await owner.call('POST', '/rag/collections', { name: 'Dated' });
    const text = 'The ferry leaves at noon.';
    const added = await owner.call('POST', `/rag/collections/${body.id}/documents`, {
      documents: [
        { external_id: 'old', title: 'Timetable', text, metadata: { date: '1999-01-01' } },
        { external_id: 'none', title: 'Timetable', text },
        { external_id: 'new', title: 'Timetable', text, metadata: { date: '2020-01-01' } },
      ],
    });
    for (const { id } of added.body.documents) await rag.settled(owner, id);
    const { chunks } = await search(owner, {
      query: 'when does the ferry leave',
      recency_boost: 1,
      collection_filter: { collection_ids: [body.id] },
    });
    expect(chunks.map((chunk) => chunk.metadata.external_id)).toEqual(['none', 'new', 'old']);
  });

  it('explains every candidate, and why it is not in the answer', async () => {
    const { trace, chunks } = (await search(owner, {
      query: 'lighthouse ships',
      limit: 2,
      explain: true,
      // biome-ignore lint/suspicious/noExplicitAny: the trace is looked into freely
    })) as any;
    expect(chunks).toHaveLength(2);
    const ranked = trace.candidates.filter((candidate: Found) => candidate.final_rank !== null);
    expect(ranked.map((candidate: Found) => candidate.id)).toEqual(
      chunks.map((chunk: Found) => chunk.id),
    );
    expect(trace.candidates).toHaveLength(ranked.length + trace.removed.length);
    expect(trace.stages.map((stage: Found) => stage.stage)).toEqual(
      expect.arrayContaining(['scope', 'analyze', 'embed', 'dense', 'keyword', 'fuse', 'load']),
    );
  });

  it('fuses by reciprocal ranks exactly when asked to', async () => {
    const { trace } = (await search(owner, {
      query: 'otters sleep',
      fusion: 'rrf',
      explain: true,
      // biome-ignore lint/suspicious/noExplicitAny: the trace is looked into freely
    })) as any;
    const { dense_weight: weight, rrf_k: k } = trace.fusion;
    for (const candidate of trace.candidates) {
      const dense = candidate.dense_rank === null ? 0 : weight / (k + candidate.dense_rank);
      const keyword = candidate.bm25_rank === null ? 0 : (1 - weight) / (k + candidate.bm25_rank);
      expect(candidate.scores.fused).toBeCloseTo(dense + keyword, 10);
    }
  });

  it('marks what matched and gives the neighbours', async () => {
    const { chunks } = await search(owner, {
      query: 'lighthouse keeper',
      highlight: true,
      surrounding: 1,
      limit: 3,
    });
    const [first] = chunks as [Found];
    const marked = first.highlights.map(({ start, end }: { start: number; end: number }) =>
      [...first.text].slice(start, end).join('').toLowerCase(),
    );
    expect(new Set(marked)).toEqual(new Set(['lighthouse', 'keeper']));
    for (const neighbour of first.surrounding) {
      expect(Math.abs(neighbour.position - first.position)).toBe(1);
    }
    expect(first.surrounding.length).toBeGreaterThan(0);
  });

  it('leaves metadata and scores out when they are not wanted', async () => {
    const { chunks } = await search(owner, { query: 'otters', include_metadata: false });
    expect(chunks[0]).not.toHaveProperty('metadata');
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

  it('accepts a rerank that it cannot give, with a warning', async () => {
    const { warnings } = await search(owner, { query: 'otters', rerank: true });
    expect(warnings).toEqual([expect.objectContaining({ code: 'rerank_unavailable' })]);
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
    [{ query: 'x', collection_filter: {} }, 'collection_filter.collection_ids'],
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

  it('gives whole articles, best first, within the budget', async () => {
    const { body } = await owner.call('POST', '/rag/articles', {
      query: 'lighthouse keeper',
      top_k: 2,
    });
    expect(body.metadata).toMatchObject({ top_k_requested: 2, has_results: true });
    expect(body.articles).toHaveLength(2);
    const [first] = body.articles;
    expect(first.title).toBe('Lighthouse log');
    expect(first.content).toContain('On day 0 ');
    expect(first.content).toContain('On day 59 ');
    expect(first.metadata.truncated).toBe(false);
    expect(first.metadata.passages.length).toBeGreaterThan(0);
  });

  it('gives no article where no document has to do with the query', async () => {
    const { body } = await owner.call('POST', '/rag/articles', { query: 'qwertzuiop asdfghjkl' });
    expect(body.articles).toEqual([]);
    expect(body.metadata).toMatchObject({ articles_count: 0, has_results: false });
  });

  it('says nothing of a number of articles that nobody asked for', async () => {
    const { body } = await owner.call('POST', '/rag/articles', { query: 'lighthouse keeper' });
    expect(body.metadata.top_k_requested).toBeNull();
  });
});
