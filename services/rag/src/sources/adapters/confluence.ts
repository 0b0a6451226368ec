import { Readable } from 'node:stream';
import { z } from 'zod';
import { checkAddress } from '../check-address.ts';
import {
  type ConnectedSource,
  type ListOptions,
  type SourceAdapter,
  type SourceContext,
  type SourceEntry,
  SourceError,
  toPathPart,
  toPlainText,
} from '../source-adapter.ts';
import { type ApiAnswer, ApiClient, apiLimits } from './http-client.ts';

type ConfluenceSettings = ConnectedSource<'confluence'>['settings'];

const personSchema = z.object({ displayName: z.string().optional() }).optional();
const contentSchema = z.object({
  id: z.coerce.string(),
  type: z.string(),
  title: z.string(),
  space: z.object({ key: z.string() }).optional(),
  version: z.object({ number: z.number(), when: z.string(), by: personSchema }),
  history: z.object({ createdDate: z.string().optional(), createdBy: personSchema }).optional(),
  ancestors: z.array(z.object({ title: z.string().optional() })).optional(),
  container: z.object({ title: z.string().optional() }).optional(),
  metadata: z
    .object({
      mediaType: z.string().optional(),
      labels: z.object({ results: z.array(z.object({ name: z.string() })) }).optional(),
    })
    .optional(),
  extensions: z
    .object({ mediaType: z.string().optional(), fileSize: z.number().optional() })
    .optional(),
  body: z.object({ export_view: z.object({ value: z.string() }).optional() }).optional(),
  _links: z.object({ webui: z.string().optional(), download: z.string().optional() }),
});
type Content = z.output<typeof contentSchema>;
const pageSchema = z.object({
  results: z.array(contentSchema),
  _links: z.object({ next: z.string().optional() }).optional(),
});
type Page = z.output<typeof pageSchema>;
const facts = 'space,version,history,ancestors,container,metadata.labels,extensions';

/** @throws AppError `invalid_request` for an address that is not permitted. */
export function checkConfluence(
  { url }: ConfluenceSettings,
  context: SourceContext,
): Promise<void> {
  return checkAddress('settings.url', url, context);
}

/**
 * Opens pages, blog posts and attachments. The search for content is the call that Confluence Cloud
 * and Data Center have in common.
 */
export function openConfluence(
  { settings, credentials }: ConnectedSource<'confluence'>,
  context: SourceContext,
  limits = apiLimits,
): SourceAdapter {
  const base = baseOf(settings.url);
  const { user, token } = credentials;
  const login = user
    ? `Basic ${Buffer.from(`${user}:${token ?? ''}`).toString('base64')}`
    : `Bearer ${token}`;
  const headers = { accept: 'application/json', ...(token && { authorization: login }) };
  const api = new ApiClient({ context, base, headers, limits });
  const search = (cql: string, expand: string) =>
    `/rest/api/content/search?${new URLSearchParams({ cql, expand, limit: '100' })}`;
  /** Addresses of files, by the ids of their attachments. */
  const downloads = new Map<string, string>();
  return {
    async *list(options: ListOptions) {
      const signal = AbortSignal.any([options.signal, AbortSignal.timeout(limits.listMs)]);
      let next: string | undefined = search(cqlOf(settings), facts);
      while (next) {
        const { answer }: ApiAnswer<Page> = await api.call(pageSchema, next, { signal });
        for (const { id, _links } of answer.results) {
          if (_links.download) downloads.set(id, _links.download);
        }
        yield answer.results.map((content) => toEntry(base, content));
        next = answer._links?.next && withinBase(base, answer._links.next);
      }
    },
    async read({ id }, signal) {
      const file = downloads.get(id);
      if (file !== undefined) {
        return Readable.from(await api.download(withinBase(base, file), signal), {
          objectMode: false,
        });
      }
      const { answer } = await api.call(
        pageSchema,
        search(`id=${id}`, 'version,body.export_view'),
        {
          signal,
        },
      );
      const html = answer.results.find((content) => content.id === id)?.body?.export_view?.value;
      if (html === undefined) {
        throw new SourceError('source_not_found', 'The page no longer exists.');
      }
      return Readable.from([`<!doctype html><meta charset="utf-8">${html}`], {
        objectMode: false,
      });
    },
    close: async () => {},
  };
}

/** Confluence Cloud is below `/wiki` of the site, which people leave out. */
function baseOf(address: string): string {
  const url = new URL(address);
  const isCloud = url.hostname.endsWith('.atlassian.net');
  return url.origin + (isCloud ? '/wiki' : url.pathname.replace(/\/+$/, ''));
}

/** Returns a link of an answer without the path of the base, with which some versions begin it. */
function withinBase(base: string, link: string): string {
  const { pathname } = new URL(base);
  return pathname !== '/' && link.startsWith(`${pathname}/`) ? link.slice(pathname.length) : link;
}

function cqlOf({ spaces, attachments }: ConfluenceSettings): string {
  const types = ['page', 'blogpost', ...(attachments ? ['attachment'] : [])];
  const within = spaces.map((key) => `"${key}"`).join(',');
  // In the order of their creation, so that a change meanwhile moves none to another page.
  return `type in (${types})${within && ` and space in (${within})`} order by created asc`;
}

function toEntry(base: string, content: Content): SourceEntry {
  const { id, type, title, space, version, history, ancestors = [], container, _links } = content;
  const labels = (content.metadata?.labels?.results ?? []).map(({ name }) => name).toSorted();
  const isFile = type === 'attachment';
  const folders = isFile ? [container?.title] : ancestors.map((ancestor) => ancestor.title);
  const path = [space?.key, ...folders, isFile ? title : `${toPathPart(title)}.html`];
  const mimeType = isFile
    ? (content.metadata?.mediaType ?? content.extensions?.mediaType)
    : 'text/html';
  const modified = new Date(version.when);
  const size = content.extensions?.fileSize;
  const created = history?.createdDate;
  return {
    id,
    path: path
      .map((part) => toPathPart(part ?? ''))
      .filter(Boolean)
      .join('/'),
    etag: JSON.stringify([version.number, ...labels]),
    author: history?.createdBy?.displayName ?? version.by?.displayName,
    ...(_links.webui?.startsWith('/') && { url: base + withinBase(base, _links.webui) }),
    ...(mimeType && { mimeType: toPlainText(mimeType, 200) }),
    ...(Number.isFinite(modified.getTime()) && { modified }),
    ...(isFile && size !== undefined && { size }),
    metadata: {
      ...(space && { space: toPlainText(space.key, 100) }),
      ...(created && { created: toPlainText(created, 100) }),
      ...(labels.length > 0 && {
        labels: labels.slice(0, 50).map((label) => toPlainText(label, 100)),
      }),
    },
  };
}
