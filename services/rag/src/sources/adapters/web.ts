import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Handler, Parser, type ParserOptions } from 'htmlparser2';
import robotsParser, { type Robot } from 'robots-parser';
import { makeProcessFolder } from '../../programs/process-folder.ts';
import { checkAddress } from '../check-address.ts';
import {
  type ConnectedSource,
  type KnownEntry,
  type ListOptions,
  type SourceAdapter,
  type SourceContext,
  type SourceEntry,
  SourceError,
} from '../source-adapter.ts';
import { readBody, request, toHttpError } from './http-client.ts';

// The package describes its only export as a default of an ES module, which it is not.
const parseRobots = robotsParser as unknown as (address: string, text: string) => Robot;
const agentName = 'LecternBot';
const maxPages = 5_000;
/** A hostile site must not occupy a worker without end. */
export const webLimits = {
  /** Addresses that are visited, also those that are no documents. */
  visits: 20_000,
  /** Bytes of all pages: the folder may be in memory. */
  bytes: 2 * 1024 ** 3,
  /** Time for one answer with its body. */
  answerMs: 60_000,
  /** A site that asks for a longer pause has failed. */
  maxWaitMs: 30_000,
  /** Time for all pages. */
  totalMs: 2 * 3_600_000,
  /** Links of a page that are read; most may lead away. */
  links: 20_000,
};
const maxPageBytes = 20 * 1024 * 1024;
const maxRedirects = 5;
const pagesAtOnce = 4;
/** Each wildcard of robots.txt is compared with every part of an address. */
const maxWildcards = 2_000;
const maxLinks = 2_000;
const maxAddressLength = 2_000;
/** As in browsers. The parser's time for an element grows with its depth. */
const maxDepth = 512;
/** Parameters that name a visit or a campaign, not a page. */
const visitParameters = /^(utm_.*|phpsessid|jsessionid|sessionid|session_id|sid|fbclid|gclid)$/i;
const documentType =
  /^(text\/(html|plain|markdown|csv)|application\/(xhtml\+xml|pdf|rtf|msword|epub\+zip|vnd\.(ms-|openxmlformats|oasis).*))$/;

type WebContext = Pick<SourceContext, 'fetch' | 'guard' | 'privateHosts'>;

/** @throws AppError `invalid_request` for an address that is not permitted. */
export async function checkWeb(
  { start_urls }: { readonly start_urls: readonly string[] },
  context: WebContext,
): Promise<void> {
  for (const [at, address] of start_urls.entries()) {
    await checkAddress(`settings.start_urls.${at}`, address, context);
  }
}

/** Facts of a page that the next run uses if the page has not changed. */
interface PageState {
  readonly validators: Readonly<Record<string, string>>;
  readonly links: readonly string[];
}

interface Page {
  /** Undefined for a page that is no document, such as a sitemap. */
  readonly entry: SourceEntry | undefined;
  readonly links: readonly string[];
}

/** Opens a website. Pages are followed in the order of their distance from the start addresses. */
export async function openWeb(
  { settings }: ConnectedSource<'web'>,
  context: WebContext,
  limits = webLimits,
): Promise<SourceAdapter> {
  const folder = makeProcessFolder('web');
  const site = new Website(settings, { ...context, limits }, folder);
  return {
    list: (options) => site.list(options),
    async read({ id }) {
      if (site.failed.has(id)) throw site.failed.get(id);
      return createReadStream(join(folder, fileOf(id)));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

class Website {
  /** Pages that are there, but could not be read. */
  readonly failed = new Map<string, SourceError>();
  readonly #settings: ConnectedSource<'web'>['settings'];
  readonly #context: WebContext & { readonly limits: typeof webLimits };
  readonly #folder: string;
  readonly #robots = new Map<string, Promise<Robot>>();
  readonly #starts: ReadonlySet<string>;
  readonly #isWithin: (url: URL) => boolean;
  #bytes = 0;
  /** True once a page has failed whose links are not known. */
  #hasGaps = false;

  constructor(
    settings: ConnectedSource<'web'>['settings'],
    context: WebContext & { readonly limits: typeof webLimits },
    folder: string,
  ) {
    this.#settings = settings;
    this.#context = context;
    this.#folder = folder;
    const starts = settings.start_urls.map((address) => new URL(address));
    this.#starts = new Set(starts.map(normalise));
    const beginnings = settings.allow.map((address) => new URL(address));
    this.#isWithin =
      beginnings.length > 0
        ? (url) => beginnings.some((beginning) => beginsWith(url, beginning))
        : (url) => starts.some(({ origin }) => origin === url.origin);
  }

  async *list({ signal, find, knownIds }: ListOptions): AsyncIterable<SourceEntry[]> {
    const { visits, bytes, totalMs } = this.#context.limits;
    const endsAt = performance.now() + totalMs;
    const seen = new Set<string>();
    const listed = new Set<string>();
    let level = [...this.#starts];
    for (let depth = 0; level.length > 0; depth += 1) {
      const next = new Set<string>();
      const fresh = [...new Set(level)].filter((address) => !seen.has(address));
      for (const address of fresh) seen.add(address);
      for (let from = 0; from < fresh.length; from += pagesAtOnce) {
        if (seen.size - fresh.length + from >= visits) {
          throw new SourceError('too_many_entries', `A website may have ${visits} addresses.`);
        }
        if (performance.now() > endsAt) {
          throw new SourceError('time_limit', 'The site takes longer than is allowed.');
        }
        const batch = fresh.slice(from, from + pagesAtOnce);
        const pages = await Promise.all(
          batch.map((address) => this.#visit(address, { depth, find, signal })),
        );
        const entries = pages.flatMap((page) => page?.entry ?? []);
        yield entries.filter(({ id }) => !listed.has(id) && listed.add(id));
        for (const link of pages.flatMap((page) => page?.links ?? [])) {
          if (next.size <= visits) next.add(link);
        }
        if (this.#bytes > bytes) {
          throw new SourceError('too_large', 'The pages of the site are too large in all.');
        }
        if (listed.size > maxPages) {
          throw new SourceError('too_many_entries', `A website may have ${maxPages} pages.`);
        }
      }
      const isLast = depth >= this.#settings.depth;
      level = isLast ? [] : [...next];
      if (level.length === 0 && this.#hasGaps) {
        // Each is asked whether it is still there; what it links to is not followed.
        level = [...(knownIds?.() ?? [])].filter((id) => !seen.has(id) && !listed.has(id));
        depth = Math.max(depth, this.#settings.depth);
      }
    }
  }

  /** Returns undefined for a page that is gone or not permitted. A failing start address throws. */
  async #visit(
    address: string,
    { depth, find, signal }: ListOptions & { readonly depth: number },
  ): Promise<Page | undefined> {
    try {
      const url = new URL(address);
      if (!this.#isAllowed(url) || !(await this.#isAllowedByRobots(url, signal))) return undefined;
      return await this.#load(address, find(address), signal);
    } catch (error) {
      signal.throwIfAborted();
      const problem = toHttpError(error);
      if (problem.code === 'source_not_found' && depth > 0) return undefined;
      if (depth === 0 || problem.code === 'internal') throw problem;
      if (problem.code === 'address_refused') return undefined;
      // It is there, so it is listed: a page that fails for now is not removed.
      this.failed.set(address, problem);
      const known = find(address);
      const links = (known?.state as PageState | null | undefined)?.links;
      if (!links) this.#hasGaps = true;
      return {
        entry: { id: address, path: address, url: address, etag: known?.etag ?? '' },
        links: links ?? [],
      };
    }
  }

  async #load(
    address: string,
    known: KnownEntry | undefined,
    signal: AbortSignal,
  ): Promise<Page | undefined> {
    const state = known?.state as PageState | null | undefined;
    const { response, url } = await this.#fetch(address, state?.validators ?? {}, signal);
    if (response.status === 304 && state && known?.etag) {
      const entry = { id: address, path: address, url: address, etag: known.etag, state };
      return { entry, links: state.links };
    }
    const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
    const isXml = type === 'text/xml' || type === 'application/xml';
    if (!type || (!isXml && !documentType.test(type))) {
      await response.body?.cancel();
      return undefined;
    }
    const bytes = await readBody(response, maxPageBytes);
    if (isXml) return { entry: undefined, links: readSitemap(bytes.toString('utf8')) };
    const { limits } = this.#context;
    const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
    const page = isHtml
      ? readPage(bytes.toString('utf8'), url, limits.links)
      : { links: [], isIndexed: true };
    const links = page.links.filter((link) => this.#isAllowed(new URL(link))).slice(0, maxLinks);
    const canonical = page.canonical ?? normalise(url);
    const id = this.#isAllowed(new URL(canonical)) ? canonical : normalise(url);
    this.#bytes += bytes.length;
    if (!page.isIndexed) return { entry: undefined, links };
    await writeFile(join(this.#folder, fileOf(id)), bytes);
    const validators = {
      ...(response.headers.get('etag') && { 'if-none-match': response.headers.get('etag') ?? '' }),
      ...(response.headers.get('last-modified') && {
        'if-modified-since': response.headers.get('last-modified') ?? '',
      }),
    };
    const modified = new Date(response.headers.get('last-modified') ?? '');
    const entry = {
      id,
      path: id,
      url: id,
      etag: createHash('sha256').update(bytes).digest('hex'),
      mimeType: type,
      state: { validators, links },
      ...(Number.isFinite(modified.getTime()) && { modified }),
    };
    return { entry, links };
  }

  /** Follows redirects within the allowed addresses. */
  async #fetch(
    address: string,
    validators: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<{ readonly response: Response; readonly url: URL }> {
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const headers = { 'user-agent': agentName, ...(redirects === 0 && validators) };
      const { limits } = this.#context;
      const response = await request(this.#context, url, { limits, headers, signal });
      const target = response.headers.get('location');
      if (response.status < 300 || response.status === 304 || !target) {
        return { response, url };
      }
      await response.body?.cancel();
      url = new URL(normalise(new URL(target, url)));
      if (!this.#isAllowed(url)) throw new SourceError('source_not_found', 'The page leads away.');
    }
    throw new SourceError('invalid_answer', 'The page redirects too often.');
  }

  #isAllowed(url: URL): boolean {
    if (!/^https?:$/.test(url.protocol)) return false;
    return this.#isWithin(url) || this.#starts.has(normalise(url));
  }

  async #isAllowedByRobots(url: URL, signal: AbortSignal): Promise<boolean> {
    let robots = this.#robots.get(url.origin);
    if (!robots) {
      robots = this.#loadRobots(url.origin, signal);
      this.#robots.set(url.origin, robots);
    }
    return (await robots).isAllowed(url.href, agentName) !== false;
  }

  async #loadRobots(origin: string, signal: AbortSignal): Promise<Robot> {
    const address = `${origin}/robots.txt`;
    try {
      const { response } = await this.#fetch(address, {}, signal);
      const rules = (await readBody(response, maxPageBytes)).toString('utf8').slice(0, 500_000);
      if (rules.split('*').length > maxWildcards) {
        throw new SourceError(
          'invalid_answer',
          'The robots.txt of the site has too many wildcards.',
        );
      }
      return parseRobots(address, rules);
    } catch (error) {
      const problem = toHttpError(error);
      // Without the file everything is allowed; a failing server is left alone.
      if (problem.code !== 'source_not_found' && problem.code !== 'access_denied') throw problem;
      return parseRobots(address, '');
    }
  }
}

function beginsWith(url: URL, beginning: URL): boolean {
  return url.origin === beginning.origin && url.pathname.startsWith(beginning.pathname);
}

/** Returns the address without its fragment and parameters of a visit. */
function normalise(address: URL): string {
  const url = new URL(address);
  url.hash = '';
  url.username = '';
  url.password = '';
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '');
  // Each change of the address's own parameters writes it anew.
  const kept = new URLSearchParams(
    [...url.searchParams].filter(([name]) => !visitParameters.test(name)),
  );
  kept.sort();
  url.search = kept.toString();
  return url.href;
}

interface ReadPage {
  readonly links: string[];
  readonly isIndexed: boolean;
  readonly canonical?: string | undefined;
}

function readPage(html: string, address: URL, maxReadLinks: number): ReadPage {
  const links = new Set<string>();
  let base = address;
  let canonical: string | undefined;
  let read = 0;
  let rules = '';
  const resolve = (href: string | undefined) => {
    if (href === undefined || href.length > maxAddressLength) return undefined;
    const url = URL.parse(href.trim(), base.href);
    return url && /^https?:$/.test(url.protocol) ? normalise(url) : undefined;
  };
  readElements(html, {
    onopentag(name, { href, rel = '', name: key = '', content = '' }) {
      if (name === 'base') base = (href && URL.parse(href, address.href)) || base;
      if (name === 'meta' && key.toLowerCase() === 'robots') rules += content.toLowerCase();
      if (name === 'link' && rel.toLowerCase() === 'canonical') canonical ??= resolve(href);
      if (name !== 'a' || read >= maxReadLinks || /\bnofollow\b/i.test(rel)) return;
      read += 1;
      const link = resolve(href);
      if (link) links.add(link);
    },
  });
  const isFollowed = !/\b(nofollow|none)\b/.test(rules);
  return {
    links: isFollowed ? [...links] : [],
    isIndexed: !/\b(noindex|none)\b/.test(rules),
    canonical,
  };
}

/** Returns the addresses of a sitemap or an index of sitemaps. */
function readSitemap(xml: string): string[] {
  const links: string[] = [];
  let text: string | undefined;
  readElements(
    xml,
    {
      onopentag: (name) => {
        if (name === 'loc') text = '';
      },
      ontext: (part) => {
        if (text !== undefined && text.length <= maxAddressLength) text += part;
      },
      onclosetag: (name) => {
        const isLink = name === 'loc' && text !== undefined && text.length <= maxAddressLength;
        const url =
          isLink && links.length < webLimits.visits ? URL.parse(text?.trim() ?? '') : null;
        if (url) links.push(normalise(url));
        if (name === 'loc') text = undefined;
      },
    },
    { xmlMode: true },
  );
  return links;
}

/** Reads elements up to the first that is nested too deep. */
function readElements(text: string, handler: Partial<Handler>, options?: ParserOptions): void {
  let depth = 0;
  const parser = new Parser(
    {
      ...handler,
      onopentag(...element) {
        depth += 1;
        if (depth > maxDepth) parser.pause();
        else handler.onopentag?.(...element);
      },
      onclosetag(...element) {
        depth -= 1;
        handler.onclosetag?.(...element);
      },
    },
    options,
  );
  parser.end(text);
}

function fileOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
