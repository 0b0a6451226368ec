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
import { openGit } from './git.ts';
import { type ApiAnswer, ApiClient, apiLimits } from './http-client.ts';

type GithubSettings = ConnectedSource<'github'>['settings'];

const defaultUrl = 'https://github.com';
/** Texts of issues that are held until they are read; further ones are requested again. */
const maxHeldCharacters = 32 * 1024 ** 2;
const maxRepositories = 2_000;

const repositorySchema = z.object({
  full_name: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  has_issues: z.boolean(),
  has_wiki: z.boolean(),
});
type Repository = z.output<typeof repositorySchema>;
const userSchema = z.object({ login: z.string() }).nullish();
const issueSchema = z.object({
  number: z.number().int(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  user: userSchema,
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])),
  comments: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  pull_request: z.unknown().optional(),
});
type Issue = z.output<typeof issueSchema>;
const commentSchema = z.object({
  user: userSchema,
  body: z.string().nullish(),
  created_at: z.string(),
});

/** @throws AppError `invalid_request` for an address that is not permitted. */
export function checkGithub({ url }: GithubSettings, context: SourceContext): Promise<void> {
  return checkAddress('settings.url', url ?? defaultUrl, context);
}

/** Opens issues with their comments through the API, and wikis through Git, which has them alone. */
export function openGithub(
  { settings, credentials }: ConnectedSource<'github'>,
  context: SourceContext,
  limits = apiLimits,
): SourceAdapter {
  return new Github(settings, { credentials, context, limits });
}

interface GithubParts {
  readonly credentials: ConnectedSource<'github'>['credentials'];
  readonly context: SourceContext;
  readonly limits: typeof apiLimits;
}

class Github implements SourceAdapter {
  readonly #settings: GithubSettings;
  readonly #parts: GithubParts;
  readonly #url: string;
  readonly #api: ApiClient;
  readonly #wikis = new Map<string, SourceAdapter>();
  readonly #held = new Map<string, Issue>();
  #heldCharacters = 0;

  constructor(settings: GithubSettings, parts: GithubParts) {
    const { token } = parts.credentials;
    this.#settings = settings;
    this.#parts = parts;
    this.#url = (settings.url ?? defaultUrl).replace(/\/+$/, '');
    this.#api = new ApiClient({
      ...parts,
      base: apiOf(this.#url),
      headers: {
        accept: 'application/vnd.github+json',
        'user-agent': 'Lectern',
        'x-github-api-version': '2022-11-28',
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
  }

  async *list(options: ListOptions): AsyncIterable<SourceEntry[]> {
    const signal = AbortSignal.any([
      options.signal,
      AbortSignal.timeout(this.#parts.limits.listMs),
    ]);
    const { include } = this.#settings;
    for (const repository of await this.#listRepositories(signal)) {
      const { full_name: name, has_issues: hasIssues, has_wiki: hasWiki } = repository;
      if (hasIssues && include.includes('issues')) {
        yield* this.#listIssues(name, { ...options, signal });
      }
      if (hasWiki && include.includes('wikis')) {
        yield* this.#listWiki(name, { ...options, signal });
      }
    }
  }

  async read(entry: SourceEntry, signal: AbortSignal): Promise<Readable> {
    const [, name = '', kind, place = ''] =
      /^([^/]+\/[^/]+)\/(issues|wiki)\/(.*)$/s.exec(entry.id) ?? [];
    if (kind !== 'wiki') {
      return Readable.from([await this.#readIssue(name, place, signal)], { objectMode: false });
    }
    const wiki = this.#wikis.get(name);
    if (!wiki) throw new SourceError('source_not_found', 'The wiki no longer exists.');
    return wiki.read({ ...entry, id: place }, signal);
  }

  async close(): Promise<void> {
    for (const wiki of this.#wikis.values()) await wiki.close();
  }

  async #listRepositories(signal: AbortSignal): Promise<Repository[]> {
    const found = new Map<string, Repository>();
    for (const place of this.#settings.repositories) {
      if (place.includes('/')) {
        const { answer } = await this.#api.call(repositorySchema, `/repos/${place}`, { signal });
        found.set(answer.full_name, answer);
        continue;
      }
      for await (const page of this.#listOwner(place, signal)) {
        for (const repository of page) found.set(repository.full_name, repository);
        if (found.size > maxRepositories) {
          const message = `A source may have ${maxRepositories} repositories.`;
          throw new SourceError('too_many_entries', message);
        }
      }
    }
    return [...found.values()];
  }

  async *#listOwner(owner: string, signal: AbortSignal): AsyncIterable<Repository[]> {
    const query = 'sort=full_name&per_page=100';
    try {
      yield* this.#pages(repositorySchema, `/orgs/${owner}/repos?${query}`, signal);
    } catch (error) {
      if (!(error instanceof SourceError) || error.code !== 'source_not_found') throw error;
      yield* this.#pages(repositorySchema, `/users/${owner}/repos?${query}`, signal);
    }
  }

  async *#listIssues(name: string, { signal, find }: ListOptions): AsyncIterable<SourceEntry[]> {
    // In the order of their creation, so that a change meanwhile moves none to another page.
    const path = `/repos/${name}/issues?state=all&sort=created&direction=asc&per_page=100`;
    for await (const page of this.#pages(issueSchema, path, signal)) {
      const issues = page.filter(({ pull_request: pull }) => pull === undefined);
      const entries = issues.map((issue) => toEntry(this.#url, name, issue));
      for (const [at, issue] of issues.entries()) {
        const { id = '', etag } = entries[at] ?? {};
        if (find(id)?.etag === etag || this.#heldCharacters > maxHeldCharacters) continue;
        this.#heldCharacters += issue.title.length + (issue.body?.length ?? 0);
        this.#held.set(id, issue);
      }
      yield entries;
    }
  }

  async #readIssue(name: string, number: string, signal: AbortSignal): Promise<string> {
    const path = `/repos/${name}/issues/${number}`;
    const issue =
      this.#held.get(path.slice('/repos/'.length)) ??
      (await this.#api.call(issueSchema, path, { signal })).answer;
    const texts = [issue.body ?? ''];
    if (issue.comments > 0) {
      const comments = this.#pages(commentSchema, `${path}/comments?per_page=100`, signal);
      for await (const page of comments) {
        for (const { user, body, created_at: at } of page) {
          texts.push(`## ${user?.login ?? 'ghost'}, ${at.slice(0, 10)}\n\n${body ?? ''}`);
        }
      }
    }
    return texts.join('\n\n');
  }

  async *#listWiki(name: string, options: ListOptions): AsyncIterable<SourceEntry[]> {
    const { credentials, context } = this.#parts;
    const toId = (path: string) => `${name}/wiki/${path}`;
    const settings = { url: `${this.#url}/${name}.wiki.git` };
    const wiki = await openGit({ settings, credentials }, context);
    this.#wikis.set(name, wiki);
    let isChanged = false;
    try {
      for await (const batch of wiki.list({ ...options, find: (id) => options.find(toId(id)) })) {
        isChanged ||= batch.some(({ id, etag }) => options.find(toId(id))?.etag !== etag);
        yield batch.map((entry) => ({
          ...entry,
          id: toId(entry.id),
          path: toId(entry.path),
          url: `${this.#url}/${toId(entry.path.split('/').map(encodeURIComponent).join('/')).replace(/\.\w+$/, '')}`,
        }));
      }
    } catch (error) {
      if (!(error instanceof SourceError) || !this.#isMissing(error)) throw error;
    }
    if (isChanged) return;
    this.#wikis.delete(name);
    await wiki.close();
  }

  /** A repository may have a wiki without pages, which Git does not find. */
  #isMissing({ code }: SourceError): boolean {
    if (code === 'source_not_found') return true;
    // Without a token GitHub refuses what it does not have.
    return code === 'access_denied' && !this.#parts.credentials.token;
  }

  async *#pages<Item>(
    schema: z.ZodType<Item>,
    path: string,
    signal: AbortSignal,
  ): AsyncIterable<Item[]> {
    let next: string | undefined = path;
    while (next) {
      const page: ApiAnswer<Item[]> = await this.#api.call(z.array(schema), next, { signal });
      yield page.answer;
      next = /<([^<>]+)>;\s*rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
  }
}

/** GitHub.com and its companies' own hosts have an API at another host; servers have it below a path. */
function apiOf(url: string): string {
  const { host, protocol } = new URL(url);
  const isHosted = host === 'github.com' || host.endsWith('.ghe.com');
  return isHosted ? `${protocol}//api.${host}` : `${url}/api/v3`;
}

function toEntry(url: string, name: string, issue: Issue): SourceEntry {
  const id = `${name}/issues/${issue.number}`;
  const labels = issue.labels.map((label) => (typeof label === 'string' ? label : label.name));
  const modified = new Date(issue.updated_at);
  return {
    id,
    path: `${name}/issues/${issue.number} ${toPathPart(issue.title)}.md`,
    // A comment that was deleted does not change the date.
    etag: `${issue.updated_at} ${issue.comments}`,
    url: `${url}/${id}`,
    mimeType: 'text/markdown',
    author: issue.user?.login ?? 'ghost',
    ...(Number.isFinite(modified.getTime()) && { modified }),
    metadata: {
      state: toPlainText(issue.state, 100),
      created: toPlainText(issue.created_at, 100),
      ...(labels.length > 0 && {
        labels: labels.slice(0, 50).map((label) => toPlainText(label, 100)),
      }),
    },
  };
}
