import { toName } from '@lectern/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Access } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import { toComposed } from '../database/to-composed.ts';
import { formats } from '../parsing/formats/index.ts';
import { ownDateKeys } from './own-date.ts';
import type { ReadQuery } from './read-query.ts';

/**
 * Returns the condition of a query's own fields on the document `d` and its revision `r`; undefined
 * if there is none.
 */
export function readQueryConditions({
  types,
  excludedTypes,
  authors,
  excludedAuthors,
  after,
  before,
}: ReadQuery): RawBuilder<boolean> | undefined {
  const parts: RawBuilder<boolean>[] = [];
  if (types) parts.push(isOfType(types));
  if (excludedTypes.length > 0) parts.push(sql<boolean>`not ${isOfType(excludedTypes)}`);
  if (authors) parts.push(hasAuthor(authors));
  if (excludedAuthors.length > 0) parts.push(sql<boolean>`not ${hasAuthor(excludedAuthors)}`);
  if (after) parts.push(sql<boolean>`${ownDate} >= ${startOf(after)}::timestamptz`);
  if (before) parts.push(sql<boolean>`${ownDate} < ${startOf(before)}::timestamptz`);
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : undefined;
}

/** Types that the content of a file shows, for names without the usual extension. */
const mimeTypes: Readonly<Record<string, string>> = Object.assign(
  {},
  ...formats.map((format) => format.mimeTypes),
);

/** A document without a file has no file type. */
function isOfType(endings: readonly string[]): RawBuilder<boolean> {
  const patterns = endings.map((ending) => `%.${ending.replace(/[\\%_]/g, '\\$&')}`);
  const types = endings.flatMap((ending) => mimeTypes[ending] ?? []);
  return sql<boolean>`coalesce(lower(r.file_name) like any(${patterns}::text[])
    or (r.file_name is not null and r.mime_type = any(${types}::text[])), false)`;
}

/** A name matches from the start of a word: `ann` matches `Lee, Ann`, but not `Joann`. */
function hasAuthor(names: readonly string[]): RawBuilder<boolean> {
  const patterns = names.map((name) => {
    const folded = name.trim().normalize('NFC').toLowerCase();
    return `(^|[^[:alnum:]])${folded.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')}`;
  });
  const authors = sql`concat_ws(', ', d.metadata ->> 'author', d.metadata ->> 'authors')`;
  return sql<boolean>`(lower(${toComposed(authors)}) ~ any(${patterns}::text[]))`;
}

export interface NamedCollections {
  /** Readable collections; undefined: all. */
  readonly allowed: readonly string[] | undefined;
  readonly names: readonly string[];
}

export interface FoundCollections {
  readonly ids: readonly string[];
  /** The document is in no collection with these names. */
  readonly missing: readonly string[];
}

/** Ids of readable collections with these names, regardless of case. */
export async function findCollectionsByName(
  database: Database,
  access: Access,
  { allowed, names }: NamedCollections,
): Promise<FoundCollections> {
  const folded = names.map((name) => toName(name).toLowerCase());
  const foldedName = sql<string>`lower(normalize(name, NFC))`;
  let query = database
    .selectFrom('rag.collections')
    .select(['id', foldedName.as('name')])
    .where('organisation_id', '=', access.organisationId)
    .where(sql<boolean>`${foldedName} = any(${folded}::text[])`);
  if (allowed) query = query.where(sql<boolean>`id = any(${[...allowed]}::uuid[])`);
  const found = await query.execute();
  const present = new Set(found.map(({ name }) => name));
  return {
    ids: found.map(({ id }) => id),
    missing: names.filter((_, at) => !present.has(folded[at] as string)),
  };
}

/** The document's date as `readDocumentDate` returns it. */
const ownDate = sql`coalesce(${sql.join(
  ownDateKeys.map((key) => {
    const text = sql`(d.metadata ->> ${key}::text)`;
    return sql`rag.to_instant(
      case when ${text} ~ '^\\d{4}(-\\d{2})?$' then left(${text} || '-01-01', 10) else ${text} end)`;
  }),
)}, d.replaced_at, d.created_at)`;

/** A year or a month begins with its first day, in UTC. */
function startOf(day: string): Date {
  return new Date(`${`${day}-01-01`.slice(0, 10)}T00:00:00Z`);
}
