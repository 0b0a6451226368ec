import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  type ConnectedSource,
  ListingSize,
  type ListOptions,
  type SourceAdapter,
  type SourceContext,
  type SourceEntry,
  SourceError,
  toPathPart,
} from '../source-adapter.ts';
import { ApiClient, apiLimits } from './http-client.ts';
import { type Block, blockSchema, findTitle, formatBlocks, formatValue } from './notion-text.ts';

export const notionLimits = {
  ...apiLimits,
  origin: 'https://api.notion.com',
  /** Answers with blocks that one page may need. */
  blockAnswers: 1_000,
};
const maxBlockDepth = 10;
const maxFolders = 20;
/** Notion rounds the time of a change to minutes: a later change may have the same one. */
const roundedMs = 2 * 60_000;

const objectSchema = z.object({
  id: z.string().regex(/^[\w-]+$/),
  object: z.enum(['page', 'data_source']),
  url: z.string().nullish(),
  created_time: z.string(),
  last_edited_time: z.string(),
  created_by: z.object({ id: z.string() }).optional(),
  archived: z.boolean().optional(),
  in_trash: z.boolean().optional(),
  parent: z.record(z.string(), z.unknown()).optional(),
  database_parent: z.record(z.string(), z.unknown()).optional(),
  /** Title of a database. */
  title: z.unknown().optional(),
  description: z.unknown().optional(),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
type NotionObject = z.output<typeof objectSchema>;

interface Page<Item> {
  readonly results: Item[];
  readonly next_cursor?: string | null | undefined;
}
const userSchema = z.object({ id: z.string(), name: z.string().nullish() });

/** Opens the pages and databases that are shared with an integration, as Markdown. */
export function openNotion(
  { credentials }: ConnectedSource<'notion'>,
  context: SourceContext,
  limits = notionLimits,
): SourceAdapter {
  return new Notion(credentials.token ?? '', { context, limits });
}

class Notion implements SourceAdapter {
  readonly #limits: typeof notionLimits;
  readonly #api: ApiClient;
  readonly #objects = new Map<string, NotionObject>();

  constructor(
    token: string,
    { context, limits }: { readonly context: SourceContext; readonly limits: typeof notionLimits },
  ) {
    this.#limits = limits;
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'notion-version': '2025-09-03',
    };
    this.#api = new ApiClient({ context, base: `${limits.origin}/v1`, headers, limits });
  }

  async *list(options: ListOptions): AsyncIterable<SourceEntry[]> {
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(this.#limits.listMs)]);
    const query = { signal, isQuery: true };
    const size = new ListingSize();
    const add = (object: NotionObject) => {
      if (object.archived || object.in_trash || this.#objects.has(object.id)) return;
      size.add(JSON.stringify(object).length);
      this.#objects.set(object.id, object);
    };
    for await (const page of this.#pages('/search', objectSchema, query)) page.forEach(add);
    const rows = new Map<string, NotionObject[]>();
    for (const { id, object } of [...this.#objects.values()]) {
      if (object !== 'data_source') continue;
      const found = await this.#listRows(id, signal);
      rows.set(id, found);
      found.forEach(add);
    }
    // The search of Notion is not always whole, so what it lacks is asked for by its id.
    for (const id of options.knownIds?.() ?? []) {
      if (!this.#objects.has(id)) (await this.#find(id, signal)).forEach(add);
    }
    const names = await this.#listNames(signal);
    yield [...this.#objects.values()].map((object) =>
      this.#toEntry(object, names, rows.get(object.id)),
    );
  }

  async read({ id }: SourceEntry, signal: AbortSignal): Promise<Readable> {
    const object = this.#objects.get(id);
    if (!object) throw new SourceError('source_not_found', 'The page no longer exists.');
    const parts =
      object.object === 'page'
        ? [...formatProperties(object), formatBlocks(await this.#readBlocks(id, signal))]
        : [formatValue(object.description), formatRows(await this.#listRows(id, signal))];
    return Readable.from([parts.filter(Boolean).join('\n\n')], { objectMode: false });
  }

  async close(): Promise<void> {}

  /** Reads a list page by page: a query that is sent, or else a list that has an address. */
  async *#pages<Item>(
    path: string,
    item: z.ZodType<Item>,
    { signal, isQuery = false }: { readonly signal: AbortSignal; readonly isQuery?: boolean },
  ): AsyncIterable<Item[]> {
    const schema = z.object({ results: z.array(item), next_cursor: z.string().nullish() });
    let next: string | null | undefined;
    do {
      const query = { page_size: '100', ...(next && { start_cursor: next }) };
      const { answer }: { readonly answer: Page<Item> } = isQuery
        ? await this.#api.call(schema, path, { signal, body: { ...query, page_size: 100 } })
        : await this.#api.call(schema, `${path}?${new URLSearchParams(query)}`, { signal });
      yield answer.results;
      next = answer.next_cursor;
    } while (next);
  }

  async #listRows(id: string, signal: AbortSignal): Promise<NotionObject[]> {
    const rows: NotionObject[] = [];
    const size = new ListingSize();
    const path = `/data_sources/${id}/query`;
    for await (const page of this.#pages(path, objectSchema, { signal, isQuery: true })) {
      for (const row of page) size.add(JSON.stringify(row).length);
      rows.push(...page);
    }
    return rows;
  }

  /** Finds a page or a database that the integration may still read. */
  async #find(id: string, signal: AbortSignal): Promise<NotionObject[]> {
    for (const kind of ['pages', 'data_sources']) {
      try {
        const { answer } = await this.#api.call(objectSchema, `/${kind}/${id}`, { signal });
        return [answer];
      } catch (error) {
        const isMissing = error instanceof SourceError && error.code === 'source_not_found';
        if (!isMissing) throw error;
      }
    }
    return [];
  }

  /** Returns names of people, where the integration may read them. */
  async #listNames(signal: AbortSignal): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    try {
      for await (const page of this.#pages('/users', userSchema, { signal })) {
        for (const { id, name } of page) if (name) names.set(id, name);
      }
    } catch (error) {
      const isRefused = error instanceof SourceError && error.code === 'access_denied';
      if (!isRefused) throw error;
    }
    return names;
  }

  async #readBlocks(page: string, signal: AbortSignal): Promise<Block[]> {
    let answers = 0;
    const readChildren = async (id: string, depth: number): Promise<Block[]> => {
      const blocks: Block[] = [];
      const pages = this.#pages(`/blocks/${id}/children`, blockSchema, { signal });
      for await (const page of pages) {
        answers += 1;
        if (answers > this.#limits.blockAnswers) {
          throw new SourceError('too_large', 'The page has too many blocks.');
        }
        for (const block of page) {
          // A page below another one is an entry of its own.
          const isRead = block.has_children && !block.type.startsWith('child_');
          const children =
            isRead && depth < maxBlockDepth ? await readChildren(block.id, depth + 1) : [];
          blocks.push({ ...block, children });
        }
      }
      return blocks;
    };
    return readChildren(page, 1);
  }

  #toEntry(
    object: NotionObject,
    names: ReadonlyMap<string, string>,
    rows: readonly NotionObject[] | undefined,
  ): SourceEntry {
    const modified = new Date(object.last_edited_time);
    const marks = [object, ...(rows ?? [])].map((row) => row.id + row.last_edited_time);
    const isRecent = [object, ...(rows ?? [])].some(
      (row) => Date.now() - Date.parse(row.last_edited_time) < roundedMs,
    );
    const etag = createHash('sha256')
      .update(JSON.stringify([marks, isRecent]))
      .digest('hex');
    const author = names.get(object.created_by?.id ?? '');
    return {
      id: object.id,
      path: `${this.#listFolders(object).join('/')}.md`,
      etag,
      mimeType: 'text/markdown',
      metadata: { created: object.created_time.slice(0, 100) },
      ...(object.url?.startsWith('https://') && { url: object.url }),
      ...(author && { author }),
      ...(Number.isFinite(modified.getTime()) && { modified }),
    };
  }

  /** Returns the titles of the pages and databases above an object, and its own. */
  #listFolders(object: NotionObject): string[] {
    const titles: string[] = [];
    let current: NotionObject | undefined = object;
    while (current && titles.length < maxFolders) {
      titles.unshift(toPathPart(titleOf(current)) || current.id);
      // The database of a data source is no entry; its own parent is.
      const parent: Record<string, unknown> = current.database_parent ?? current.parent ?? {};
      const id = parent.data_source_id ?? parent.page_id;
      current = typeof id === 'string' ? this.#objects.get(id) : undefined;
    }
    return titles;
  }
}

function titleOf({ object, title, properties }: NotionObject): string {
  return object === 'page' ? findTitle(properties) : formatValue(title);
}

/** Returns the properties of a row, a line each; a page of no database has its title alone. */
function formatProperties({ properties }: NotionObject): string[] {
  const lines = Object.entries(properties)
    .filter(([, { type }]) => type !== 'title')
    .map(([name, value]) => [name, formatValue(value)])
    .filter(([, text]) => text)
    .map(([name, text]) => `- ${name}: ${text}`);
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function formatRows(rows: readonly NotionObject[]): string {
  return rows
    .map((row) => [`## ${titleOf(row)}`, ...formatProperties(row)].join('\n\n'))
    .join('\n\n');
}
