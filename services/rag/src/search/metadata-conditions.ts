import type { MetadataCondition, MetadataFilter, ProblemRule } from '@lectern/contracts';
import type { PageCondition } from '@lectern/retrieval';
import { invalidField } from '@lectern/service';
import { type RawBuilder, sql } from 'kysely';
import { toComposed } from '../database/to-composed.ts';
import { type DocumentField, documentFields, type FieldKind } from './document-fields.ts';
import { readInstant } from './instants.ts';
import { bothPageConditions, readPageCondition } from './page-conditions.ts';

export interface Conditions {
  /** Condition on the passage; undefined if there is none. */
  readonly page: PageCondition | undefined;
  /** SQL condition on the document `d`; undefined if there is none. */
  readonly document: RawBuilder<boolean> | undefined;
  /** Keys of metadata that a document must have, with their index in the filter. */
  readonly metadataKeys: ReadonlyMap<string, number>;
}

type Operator = 'gt' | 'gte' | 'lt' | 'lte';
const operators: Readonly<Record<Operator, RawBuilder<unknown>>> = {
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
};

/**
 * Converts a metadata filter to conditions.
 * @throws AppError `invalid_request`, which names the condition, if an operator or a value does not
 *   fit.
 */
export function readConditions(filter: MetadataFilter): Conditions {
  let page: PageCondition | undefined;
  const parts: RawBuilder<boolean>[] = [];
  const metadataKeys = new Map<string, number>();
  for (const [index, condition] of filter.entries()) {
    const field = documentFields.get(condition.field);
    if (condition.field === 'page') page = bothPageConditions(page, onPage(condition, index));
    else if (field) parts.push(onColumn(condition, index, field));
    else {
      const key = readKey(condition.field);
      parts.push(onMetadata(condition, key));
      const holdsWithout = condition.op === 'ne' || (condition.op === 'exists' && !condition.value);
      if (!holdsWithout && !metadataKeys.has(key)) metadataKeys.set(key, index);
    }
  }
  return {
    page,
    document: parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : undefined,
    metadataKeys,
  };
}

/** `metadata.NAME` is the key NAME, even if documents have a field of that name. */
function readKey(field: string): string {
  return field.replace(/^metadata\.(?=.)/s, '');
}

function onMetadata(condition: MetadataCondition, key: string): RawBuilder<boolean> {
  const value = sql`(d.metadata -> ${key}::text)`;
  const text = sql`normalize(d.metadata ->> ${key}::text, NFC)`;
  switch (condition.op) {
    case 'eq':
      return equals(condition.value);
    case 'ne':
      return sql<boolean>`not ${equals(condition.value)}`;
    case 'in':
      return sql<boolean>`(${sql.join(condition.value.map(equals), sql` or `)})`;
    case 'exists':
      return sql<boolean>`(d.metadata ? ${key}::text) = ${condition.value}`;
    default:
      return compare(operators[condition.op], condition.value);
  }

  // A list contains a value as a value equals itself; dates are equal if their instants are.
  function equals(wanted: unknown): RawBuilder<boolean> {
    if (typeof wanted !== 'string') return contains(value, wanted);
    // No character of JSON itself composes with a following mark.
    const composed = sql`normalize(${value}::text, NFC)::jsonb`;
    const same = contains(composed, wanted.normalize('NFC'));
    const instant = readInstant(wanted);
    if (!instant) return same;
    return sql<boolean>`(${same} or case when jsonb_typeof(${value}) = 'string'
      then coalesce(rag.to_instant(${text}) = ${instant}, false) else false end)`;
  }

  function contains(list: RawBuilder<unknown>, wanted: unknown): RawBuilder<boolean> {
    return sql<boolean>`coalesce(${list} @> ${JSON.stringify(wanted)}::jsonb, false)`;
  }

  function compare(operator: RawBuilder<unknown>, wanted: string | number): RawBuilder<boolean> {
    if (typeof wanted === 'number') {
      return sql<boolean>`case when jsonb_typeof(${value}) = 'number'
        then ${text}::numeric ${operator} ${wanted}::numeric else false end`;
    }
    const asText = sql<boolean>`${text} collate "C" ${operator} ${wanted.normalize('NFC')}::text`;
    const instant = readInstant(wanted);
    return sql<boolean>`case when jsonb_typeof(${value}) = 'string'
      then ${instant ? sql`coalesce(rag.to_instant(${text}) ${operator} ${instant}, ${asText})` : asText}
      else false end`;
  }
}

function onColumn(
  condition: MetadataCondition,
  index: number,
  { column: stored, kind }: DocumentField,
): RawBuilder<boolean> {
  const column = kind === 'text' ? toComposed(stored) : stored;
  const read = (value: unknown) => readValue(kind, value, index);
  if (kind === 'texts') return onList(condition, column, read);
  switch (condition.op) {
    case 'eq':
      return sql<boolean>`coalesce(${column} = ${read(condition.value)}, false)`;
    case 'ne':
      return sql<boolean>`${column} is distinct from ${read(condition.value)}`;
    case 'in':
      return sql<boolean>`coalesce(${column} in (${sql.join(condition.value.map(read))}), false)`;
    case 'exists':
      return sql<boolean>`(${column} is not null) = ${condition.value}`;
    default: {
      const collation = kind === 'text' ? sql`collate "C"` : sql``;
      const operator = operators[condition.op];
      return sql<boolean>`coalesce(${column} ${collation} ${operator} ${read(condition.value)}, false)`;
    }
  }
}

/** A condition is true for a list if it is true for one of its texts, as for metadata. */
function onList(
  condition: MetadataCondition,
  list: RawBuilder<unknown>,
  read: (value: unknown) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  const has = (values: readonly unknown[]) =>
    sql<boolean>`coalesce(${list} && array[${sql.join(values.map(read))}], false)`;
  switch (condition.op) {
    case 'eq':
      return has([condition.value]);
    case 'ne':
      return sql<boolean>`not ${has([condition.value])}`;
    case 'in':
      return has(condition.value);
    case 'exists':
      return sql<boolean>`(${list} is not null) = ${condition.value}`;
    default:
      return sql<boolean>`exists (select from unnest(${list}) as one (text)
        where one.text collate "C" ${operators[condition.op]} ${read(condition.value)})`;
  }
}

function readValue(kind: FieldKind, value: unknown, index: number): RawBuilder<unknown> {
  if (kind === 'text' || kind === 'texts') return sql`${String(value).normalize('NFC')}::text`;
  if (kind === 'number') {
    if (typeof value !== 'number') return refuseValue(index, 'must be a number', 'number');
    return sql`${value}::numeric`;
  }
  const instant = typeof value === 'string' ? readInstant(value) : undefined;
  if (!instant) {
    return refuseValue(index, 'must be a date, or a date and time, in ISO 8601', 'date');
  }
  return sql`${instant}::timestamptz`;
}

function onPage(condition: MetadataCondition, index: number): PageCondition {
  return readPageCondition(condition) ?? refuseValue(index, 'must be a number', 'number');
}

function refuseValue(index: number, problem: string, rule: ProblemRule): never {
  throw invalidField(`metadata_filter.${index}.value`, problem, { rule });
}
