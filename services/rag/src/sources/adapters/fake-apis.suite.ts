import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** One thing of a fake server: an issue, a page or an attachment. */
export interface FakeItem {
  readonly number: number;
  readonly title: string;
  text: string;
  /** Counts the changes of the text. */
  version: number;
}

const pageSize = 2;

/** Names and texts that the fakes have in common; a change of a text is a new version. */
export class FakeContents {
  readonly items = new Map<string, FakeItem>();
  #last = 0;

  /** Has these titles and texts from now on. */
  set(texts: ReadonlyMap<string, string>): void {
    for (const title of this.items.keys()) if (!texts.has(title)) this.items.delete(title);
    for (const [title, text] of texts) {
      const item = this.items.get(title);
      if (!item) {
        this.#last += 1;
        this.items.set(title, { number: this.#last, title, text, version: 1 });
      } else if (item.text !== text) Object.assign(item, { text, version: item.version + 1 });
    }
  }
}

export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or a text as it is. */
  readonly body?: unknown;
}

export interface FakeApi {
  readonly origin: string;
  /** All requests, the oldest first. */
  readonly requests: readonly FakeRequest[];
  /** Answered instead of what the state would be, each once, the first one first. */
  readonly failures: FakeAnswer[];
}

/** Serves an API on loopback. */
export async function serveApi(
  answer: (request: FakeRequest) => FakeAnswer,
  onClose: (close: () => void) => void,
): Promise<FakeApi> {
  const requests: FakeRequest[] = [];
  const failures: FakeAnswer[] = [];
  const server = createServer(async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', headers } = incoming;
    const url = new URL(incoming.url ?? '', `http://${headers.host}`);
    const body = method === 'POST' ? ((await json(incoming)) as FakeRequest['body']) : {};
    const request = { method, url, headers, body };
    requests.push(request);
    const {
      status = 200,
      headers: own = {},
      body: sent = {},
    } = failures.shift() ?? answer(request);
    response.writeHead(status, { 'content-type': 'application/json', ...own });
    response.end(typeof sent === 'string' ? sent : JSON.stringify(sent));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onClose(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, requests, failures };
}

/** A time that follows the version, long ago. */
function timeOf(version: number): string {
  return new Date(Date.UTC(2024, 0, 1, 0, version)).toISOString().replace('.000', '');
}

function cut<Item>(items: readonly Item[], from: number) {
  const next = from + pageSize;
  return { page: items.slice(from, next), next: next < items.length ? next : undefined };
}

const notFound: FakeAnswer = { status: 404, body: { message: 'Not Found' } };

/** Issues of the repository `acme/handbook`, by the REST API of GitHub Enterprise. */
export function answerAsGithub(
  { items }: FakeContents,
  comments: ReadonlyMap<string, readonly string[]> = new Map(),
) {
  const show = ({ number, title, text, version }: FakeItem) => ({
    id: 1_000 + number,
    number,
    title,
    body: text,
    state: 'open',
    user: { login: 'ada', id: 1, type: 'User' },
    labels: [{ id: 7, name: 'bug', color: 'f29513', default: true }],
    comments: comments.get(title)?.length ?? 0,
    created_at: timeOf(0),
    updated_at: timeOf(version),
    closed_at: null,
    author_association: 'MEMBER',
  });
  const repository = {
    id: 1,
    full_name: 'acme/handbook',
    private: true,
    has_issues: true,
    has_wiki: true,
  };
  return ({ url }: FakeRequest): FakeAnswer => {
    const path = url.pathname.replace('/api/v3', '');
    const listed = (all: readonly unknown[]): FakeAnswer => {
      const { page, next } = cut(all, Number(url.searchParams.get('page') ?? 0));
      const address = new URL(url);
      address.searchParams.set('page', String(next));
      const link = `<${address}>; rel="next", <${address}>; rel="last"`;
      return { body: page, ...(next && { headers: { link } }) };
    };
    if (path === '/repos/acme/handbook') return { body: repository };
    if (path === '/orgs/acme/repos') return listed([repository]);
    if (path === '/repos/acme/handbook/issues') {
      const pull = { ...show({ number: 900, title: 'A change', text: '', version: 1 }) };
      return listed([...[...items.values()].map(show), { ...pull, pull_request: { url: 'x' } }]);
    }
    const [, number, rest] =
      /^\/repos\/acme\/handbook\/issues\/(\d+)(\/comments)?$/.exec(path) ?? [];
    const item = [...items.values()].find((one) => one.number === Number(number));
    if (!item) return notFound;
    if (!rest) return { body: show(item) };
    return listed(
      (comments.get(item.title) ?? []).map((body, at) => ({
        id: at,
        user: { login: 'ben' },
        body,
        created_at: timeOf(at),
        updated_at: timeOf(at),
      })),
    );
  };
}

/** Pages and their attachments, by the search of Confluence; the texts are those of attachments. */
export function answerAsConfluence(
  { items }: FakeContents,
  { context = '', labels = [] }: { readonly context?: string; readonly labels?: string[] } = {},
) {
  const space = { id: 1, key: 'HB', name: 'Handbook', type: 'global' };
  const about = (version: number) => ({
    space,
    status: 'current',
    version: { number: version, when: timeOf(version), by: { displayName: 'Ben' } },
    history: { latest: true, createdDate: timeOf(0), createdBy: { displayName: 'Ada' } },
    extensions: { position: 'none' },
  });
  const page = () => ({
    ...about(1),
    id: '500',
    type: 'page',
    title: 'Travel / costs',
    ancestors: [{ id: '400', type: 'page', title: 'Home' }],
    metadata: { labels: { results: labels.map((name) => ({ prefix: 'global', name, id: '1' })) } },
    _links: { webui: '/spaces/HB/pages/500/Travel', self: 'x' },
  });
  const attachment = ({ number, title, text, version }: FakeItem) => ({
    ...about(version),
    id: `att${number}`,
    type: 'attachment',
    title,
    container: { id: '500', type: 'page', title: page().title },
    metadata: { mediaType: 'text/plain', labels: { results: [] } },
    extensions: { mediaType: 'text/plain', fileSize: Buffer.byteLength(text) },
    _links: {
      webui: `/spaces/HB/pages/500/Travel?preview=${number}`,
      download: `/download/attachments/500/${number}?version=${version}`,
    },
  });
  return ({ url }: FakeRequest): FakeAnswer => {
    const path = url.pathname.slice(context.length);
    const [, number] = /^\/download\/attachments\/500\/(\d+)$/.exec(path) ?? [];
    // Attachments of the cloud are served by another server.
    if (number) return { status: 302, headers: { location: `${context}/media/${number}` } };
    const [, file] = /^\/media\/(\d+)$/.exec(path) ?? [];
    const item = [...items.values()].find((one) => one.number === Number(file));
    if (item) return { body: item.text, headers: { 'content-type': 'text/plain' } };
    if (path !== '/rest/api/content/search') return notFound;
    const cql = url.searchParams.get('cql') ?? '';
    if (cql === 'id=500') {
      const body = { export_view: { value: '<h1>Costs</h1><p>Keep receipts.</p>' } };
      return { body: { results: [{ ...page(), body }], _links: {} } };
    }
    const all = [
      page(),
      ...(cql.includes('attachment') ? [...items.values()].map(attachment) : []),
    ];
    const start = Number(url.searchParams.get('start') ?? 0);
    const { page: results, next } = cut<object>(all, start);
    const query = new URLSearchParams(url.searchParams);
    query.set('start', String(next));
    const links = { base: url.origin + context, context };
    return {
      body: {
        results,
        start,
        limit: pageSize,
        size: results.length,
        _links: next ? { ...links, next: `/rest/api/content/search?${query}` } : links,
      },
    };
  };
}

/** Pages of one paragraph each, by the API of Notion. */
export function answerAsNotion({ items }: FakeContents, more: NotionFake = {}) {
  const page = ({ number, title, version }: FakeItem) => ({
    object: 'page',
    id: `page-${number}`,
    created_time: timeOf(0),
    last_edited_time: timeOf(version),
    created_by: { object: 'user', id: 'user-1' },
    archived: false,
    in_trash: false,
    parent: { type: 'workspace', workspace: true },
    properties: { title: { id: 'title', type: 'title', title: richText(title) } },
    url: `https://www.notion.so/page-${number}`,
  });
  return ({ method, url, body }: FakeRequest): FakeAnswer => {
    const path = url.pathname;
    const listed = (all: readonly unknown[]) => {
      const cursor = body.start_cursor ?? url.searchParams.get('start_cursor') ?? 0;
      const { page: results, next } = cut(all, Number(cursor));
      const hasMore = next !== undefined;
      return {
        body: {
          object: 'list',
          results,
          has_more: hasMore,
          next_cursor: hasMore ? String(next) : null,
        },
      };
    };
    const pages = [...items.values()].map(page);
    if (method === 'POST' && path === '/v1/search') {
      const found = pages.filter(({ id }) => !more.unsearched?.includes(id));
      return listed([...found, ...(more.dataSources ?? [])]);
    }
    if (path === '/v1/users') return listed([{ object: 'user', id: 'user-1', name: 'Ada' }]);
    const [, id] = /^\/v1\/pages\/([\w-]+)$/.exec(path) ?? [];
    const known = pages.find((one) => one.id === id);
    if (known) return { body: known };
    const [, source] = /^\/v1\/data_sources\/([\w-]+)\/query$/.exec(path) ?? [];
    if (source) return listed(more.rows ?? []);
    const [, parent = ''] = /^\/v1\/blocks\/([\w-]+)\/children$/.exec(path) ?? [];
    if (more.blocks?.[parent]) return listed(more.blocks[parent]);
    const item = [...items.values()].find(({ number }) => parent === `page-${number}`);
    if (!item) return { status: 404, body: { object: 'error', code: 'object_not_found' } };
    const content = { rich_text: richText(item.text), color: 'default' };
    const block = { object: 'block', id: `${parent}-1`, type: 'paragraph', has_children: false };
    return listed([{ ...block, paragraph: content }]);
  };
}

interface NotionFake {
  /** Ids of pages that the search does not find. */
  readonly unsearched?: readonly string[];
  readonly dataSources?: readonly object[];
  readonly rows?: readonly object[];
  /** Blocks by the id of what they are in. */
  readonly blocks?: Readonly<Record<string, readonly object[]>>;
}

export function richText(text: string, href: string | null = null) {
  return [{ type: 'text', text: { content: text }, plain_text: text, href }];
}
