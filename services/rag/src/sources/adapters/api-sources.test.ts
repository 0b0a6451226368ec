import { text } from 'node:stream/consumers';
import { mock } from 'node:test';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createAddressGuard, openGuardedFetch } from '@lectern/service';
import type { KnownEntry, SourceAdapter, SourceContext, SourceEntry } from '../source-adapter.ts';
import { openConfluence } from './confluence.ts';
import {
  answerAsConfluence,
  answerAsGithub,
  answerAsNotion,
  FakeContents,
  type FakeRequest,
  richText,
  serveApi,
} from './fake-apis.suite.ts';
import { openGithub } from './github.ts';
import { apiLimits } from './http-client.ts';
import { notionLimits, openNotion } from './notion.ts';

const closers: (() => Promise<void> | void)[] = [];
const onClose = (close: () => Promise<void> | void) => void closers.push(close);
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
const { signal } = new AbortController();
const secret = 'secret-of-the-team';

function contextFor(privateHosts = ['127.0.0.1']): SourceContext {
  const options = { protocols: ['https:', 'http:'] as const, privateHosts };
  const fetch = openGuardedFetch(options, onClose);
  const guard = createAddressGuard(options);
  return { fetch, guard, privateHosts, folders: [], searchPath: process.env.PATH };
}

function contentsOf(texts: Readonly<Record<string, string>>): FakeContents {
  const contents = new FakeContents();
  contents.set(new Map(Object.entries(texts)));
  return contents;
}

async function list(adapter: SourceAdapter, known = new Map<string, KnownEntry>()) {
  onClose(() => adapter.close());
  const entries: SourceEntry[] = [];
  const options = { signal, find: (id: string) => known.get(id), knownIds: () => known.keys() };
  for await (const batch of adapter.list(options)) entries.push(...batch);
  return entries;
}

const read = async (adapter: SourceAdapter, entry: SourceEntry | undefined) =>
  entry && text(await adapter.read(entry, signal));

describe('issues of GitHub', () => {
  const texts = Object.fromEntries(
    ['Crash on start', 'Add a map', 'Typo', 'Slow', 'Lost'].map((title) => [title, `On ${title}`]),
  );
  const open = (url: string, more: object = {}, context = contextFor()) => {
    const settings = {
      repositories: ['acme/handbook'],
      include: ['issues' as const],
      url,
      ...more,
    };
    const limits = { ...apiLimits, maxWaitMs: 2_000 };
    return openGithub({ settings, credentials: { token: secret } }, context, limits);
  };

  it('are listed over all pages of an organisation, without pull requests', async () => {
    const { origin, requests } = await serveApi(answerAsGithub(contentsOf(texts)), onClose);
    const entries = await list(open(origin, { repositories: ['acme'] }));
    expect(entries.map(({ path }) => path)).toEqual(
      Object.keys(texts).map((title, at) => `acme/handbook/issues/${at + 1} ${title}.md`),
    );
    expect(entries[0]).toMatchObject({
      url: `${origin}/acme/handbook/issues/1`,
      author: 'ada',
      modified: new Date('2024-01-01T00:01:00Z'),
      metadata: { state: 'open', labels: ['bug'], created: '2024-01-01T00:00:00Z' },
    });
    for (const { headers } of requests) expect(headers.authorization).toBe(`Bearer ${secret}`);
  });

  it('are read with all comments, and change with a comment that is deleted', async () => {
    const comments = new Map([['Typo', ['One', 'Two', 'Three']]]);
    const api = await serveApi(answerAsGithub(contentsOf(texts), comments), onClose);
    const adapter = open(api.origin);
    const [, , typo] = await list(adapter);
    expect(await read(adapter, typo)).toBe(
      'On Typo\n\n## ben, 2024-01-01\n\nOne\n\n## ben, 2024-01-01\n\nTwo\n\n## ben, 2024-01-01\n\nThree',
    );
    comments.set('Typo', ['One', 'Two']);
    expect((await list(open(api.origin)))[2]?.etag).not.toBe(typo?.etag);
  });

  it('are not requested again one by one where the list had their text', async () => {
    const { origin, requests } = await serveApi(answerAsGithub(contentsOf(texts)), onClose);
    const adapter = open(origin);
    const entries = await list(adapter);
    const listed = requests.length;
    for (const entry of entries) await read(adapter, entry);
    expect(requests).toHaveLength(listed);
  });

  it.each([
    [{ status: 429, headers: { 'retry-after': '1' } }],
    [{ status: 403, headers: { 'retry-after': '1' }, body: { message: 'Forbidden' } }],
    [{ status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } }],
    [{ status: 502, headers: { 'retry-after': '0' } }],
  ])('are listed after the pause that %j asks for', async (failure) => {
    const { origin, failures } = await serveApi(answerAsGithub(contentsOf(texts)), onClose);
    failures.push(failure);
    expect(await list(open(origin))).toHaveLength(5);
  });

  it.each([
    [{ status: 429, headers: { 'retry-after': '3600' } }, 'rate_limited'],
    [
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999999' } },
      'rate_limited',
    ],
    [
      { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } },
      'rate_limited',
    ],
    [{ status: 403, body: { message: 'Resource not accessible' } }, 'access_denied'],
    [{ status: 404 }, 'source_not_found'],
    [{ status: 200, body: '<html>' }, 'invalid_answer'],
    [{ status: 200, body: { full_name: '../../x' } }, 'invalid_answer'],
  ])('fail at once on %j, without the token in the error', async (failure, code) => {
    const { origin, failures } = await serveApi(answerAsGithub(contentsOf(texts)), onClose);
    failures.push(failure);
    const error = await list(open(origin)).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ name: 'SourceError', code });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(secret);
  });

  it('are not followed to a next page of another server', async () => {
    const other = await serveApi(() => ({ body: [] }), onClose);
    const { origin, failures } = await serveApi(answerAsGithub(contentsOf(texts)), onClose);
    failures.push({ body: { full_name: 'acme/handbook', has_issues: true, has_wiki: false } });
    failures.push({ body: [], headers: { link: `<${other.origin}/x>; rel="next"` } });
    await expect(list(open(origin))).rejects.toMatchObject({ code: 'invalid_answer' });
    expect(other.requests).toEqual([]);
  });

  it('are refused on a private network that is not permitted', async () => {
    const { origin, requests } = await serveApi(answerAsGithub(contentsOf(texts)), onClose);
    const listing = list(open(origin, {}, contextFor([])));
    await expect(listing).rejects.toMatchObject({ code: 'address_refused' });
    expect(requests).toEqual([]);
  });

  it('are listed where the repository has no wiki', async () => {
    const { origin } = await serveApi(answerAsGithub(contentsOf(texts)), onClose);
    expect(await list(open(origin, { include: ['issues', 'wikis'] }))).toHaveLength(5);
  });
});

describe('Confluence', () => {
  const open = (url: string, credentials: Readonly<Record<string, string>>, more: object = {}) => {
    const settings = { url, spaces: ['HB', 'IT'], attachments: true, ...more };
    return openConfluence({ settings, credentials }, contextFor());
  };
  const files = { 'a.txt': 'One', 'b.txt': 'Two', 'c.txt': 'Three' };

  it('has pages and attachments with labels, authors and dates, below a path too', async () => {
    const answer = answerAsConfluence(contentsOf(files), { context: '/wiki', labels: ['travel'] });
    const { origin, requests } = await serveApi(answer, onClose);
    const adapter = open(`${origin}/wiki/`, { token: secret });
    const entries = await list(adapter);
    expect(entries.map(({ path }) => path)).toEqual([
      'HB/Home/Travel costs.html',
      'HB/Travel costs/a.txt',
      'HB/Travel costs/b.txt',
      'HB/Travel costs/c.txt',
    ]);
    expect(entries[0]).toMatchObject({
      url: `${origin}/wiki/spaces/HB/pages/500/Travel`,
      author: 'Ada',
      modified: new Date('2024-01-01T00:01:00Z'),
      metadata: { space: 'HB', created: '2024-01-01T00:00:00Z', labels: ['travel'] },
    });
    expect(await read(adapter, entries[0])).toContain('<h1>Costs</h1><p>Keep receipts.</p>');
    expect(await read(adapter, entries[3])).toBe('Three');
    expect(requests[0]?.url.searchParams.get('cql')).toBe(
      'type in (page,blogpost,attachment) and space in ("HB","IT") order by created asc',
    );
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
  });

  it('signs in to the cloud by email and token, and changes with its labels', async () => {
    const labels: string[] = [];
    const api = await serveApi(answerAsConfluence(contentsOf(files), { labels }), onClose);
    const sign = { user: 'ada@example.org', token: secret };
    const before = await list(open(api.origin, sign, { attachments: false }));
    expect(before).toHaveLength(1);
    const login = api.requests[0]?.headers.authorization?.slice('Basic '.length) ?? '';
    expect(Buffer.from(login, 'base64').toString()).toBe(`ada@example.org:${secret}`);
    labels.push('new');
    const after = await list(open(api.origin, sign, { attachments: false }));
    expect(after[0]?.etag).not.toBe(before[0]?.etag);
  });

  it('does not send its token to the server of its files', async () => {
    const media = await serveApi(() => ({ body: 'A file' }), onClose);
    const answer = answerAsConfluence(contentsOf(files));
    const { origin } = await serveApi((request: FakeRequest) => {
      const isFile = request.url.pathname.startsWith('/download/');
      const location = `${media.origin}/signed`;
      return isFile ? { status: 302, headers: { location } } : answer(request);
    }, onClose);
    const adapter = open(origin, { token: secret });
    const entries = await list(adapter);
    expect(await read(adapter, entries[1])).toBe('A file');
    expect(media.requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe('Notion', () => {
  const open = (origin: string) => {
    const source = { settings: {}, credentials: { token: secret } };
    return openNotion(source, contextFor(), { ...notionLimits, origin });
  };
  const contents = () => contentsOf({ Home: 'Hello', Plans: 'Soon', Notes: 'Later' });

  it('lists shared pages with author, dates and address', async () => {
    const { origin, requests } = await serveApi(answerAsNotion(contents()), onClose);
    const entries = await list(open(origin));
    expect(entries.map(({ path }) => path)).toEqual(['Home.md', 'Plans.md', 'Notes.md']);
    expect(entries[0]).toMatchObject({
      url: 'https://www.notion.so/page-1',
      author: 'Ada',
      modified: new Date('2024-01-01T00:01:00Z'),
    });
    for (const { headers } of requests) {
      expect(headers).toMatchObject({
        authorization: `Bearer ${secret}`,
        'notion-version': '2025-09-03',
      });
    }
  });

  it('keeps a known page that its search leaves out, but not one that is gone', async () => {
    const state = contents();
    const { origin } = await serveApi(answerAsNotion(state, { unsearched: ['page-2'] }), onClose);
    const fact: KnownEntry = { etag: 'x', state: null };
    const known = new Map([
      ['page-2', fact],
      ['page-9', fact],
    ]);
    const ids = (await list(open(origin), known)).map(({ id }) => id);
    expect(ids).toEqual(['page-1', 'page-3', 'page-2']);
  });

  it('reads a page again that may have changed within the minute of its last change', async () => {
    const { origin } = await serveApi(answerAsNotion(contents()), onClose);
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2024-01-01T00:01:30Z') });
    onClose(() => mock.timers.reset());
    const [fresh] = await list(open(origin));
    mock.timers.setTime(Date.parse('2024-01-01T01:00:00Z'));
    const [settled] = await list(open(origin));
    expect(settled?.etag).not.toBe(fresh?.etag);
    mock.timers.setTime(Date.parse('2024-01-01T02:00:00Z'));
    expect((await list(open(origin)))[0]?.etag).toBe(settled?.etag);
  });

  it('has databases with their rows, and rows with their properties', async () => {
    const properties = {
      Name: { type: 'title', title: richText('Bridge') },
      Status: { type: 'status', status: { name: 'Open' } },
      Tags: { type: 'multi_select', multi_select: [{ name: 'steel' }, { name: 'river' }] },
      Due: { type: 'date', date: { start: '2025-03-01', end: '2025-04-01' } },
      Cost: { type: 'formula', formula: { type: 'number', number: 12 } },
      Done: { type: 'checkbox', checkbox: false },
      Owner: { type: 'people', people: [{ object: 'user', id: 'u', name: 'Ada' }] },
      Ticket: { type: 'unique_id', unique_id: { prefix: 'PR', number: 7 } },
      Related: { type: 'relation', relation: [{ id: 'other' }] },
    };
    const shared = {
      created_time: '2024-01-01T00:00:00.000Z',
      last_edited_time: '2024-01-02T00:00:00.000Z',
      in_trash: false,
    };
    const parent = { type: 'data_source_id', data_source_id: 'source-1', database_id: 'base-1' };
    const row = { object: 'page', id: 'row-1', parent, properties, ...shared };
    const dataSource = {
      object: 'data_source',
      id: 'source-1',
      parent: { type: 'database_id', database_id: 'base-1' },
      database_parent: { type: 'page_id', page_id: 'page-1' },
      title: richText('Projects'),
      description: richText('All of them'),
      properties: { Name: { id: 'title', type: 'title', title: {} } },
      ...shared,
    };
    const fake = { dataSources: [dataSource], rows: [row], blocks: { 'row-1': [] } };
    const { origin } = await serveApi(answerAsNotion(contents(), fake), onClose);
    const adapter = open(origin);
    const entries = await list(adapter);
    const find = (id: string) => entries.find((entry) => entry.id === id);
    expect(find('source-1')?.path).toBe('Home/Projects.md');
    expect(find('row-1')?.path).toBe('Home/Projects/Bridge.md');
    const lines = `- Status: Open
- Tags: steel, river
- Due: 2025-03-01 – 2025-04-01
- Cost: 12
- Done: no
- Owner: Ada
- Ticket: PR-7`;
    expect(await read(adapter, find('row-1'))).toBe(lines);
    expect(await read(adapter, find('source-1'))).toBe(`All of them\n\n## Bridge\n\n${lines}`);
  });

  it('turns blocks into Markdown, over all pages of blocks', async () => {
    const block = (type: string, content: object, id = type, has = false) => ({
      object: 'block',
      id,
      type,
      has_children: has,
      [type]: content,
    });
    const of = (words: string) => ({ rich_text: richText(words) });
    const blocks = {
      'page-1': [
        block('heading_2', of('Plan')),
        block('paragraph', { rich_text: richText('a link', 'https://example.org/') }),
        block('bulleted_list_item', of('First'), 'item', true),
        block('to_do', { ...of('Second'), checked: true }),
        block('code', { ...of('let a'), language: 'javascript' }),
        block('table', { table_width: 2 }, 'table', true),
        block('table_of_contents', {}),
        block('column_list', {}, 'columns', true),
        block('child_page', { title: 'Below' }, 'page-2', true),
        block('image', { type: 'file', file: { url: 'x' }, caption: richText('A map') }),
      ],
      item: [block('numbered_list_item', of('Inner'))],
      table: [
        block('table_row', { cells: [richText('Year'), richText('Cost')] }),
        block('table_row', { cells: [richText('2024'), richText('7|8')] }),
      ],
      columns: [block('column', {}, 'column', true)],
      column: [block('quote', of('Said'))],
    };
    const { origin } = await serveApi(answerAsNotion(contents(), { blocks }), onClose);
    const adapter = open(origin);
    const [home] = await list(adapter);
    expect(await read(adapter, home)).toBe(`## Plan

[a link](https://example.org/)

- First
  1. Inner
- [x] Second

\`\`\`javascript
let a
\`\`\`

| Year | Cost |
| --- | --- |
| 2024 | 7\\|8 |

> Said

Below

A map`);
  });
});
