import { AppError, type MetadataCondition, type MetadataFilter } from '@lectern/contracts';
import { type RawBuilder, sql } from 'kysely';

export interface Conditions {
  /** On the passage: a range of pages, both ends included. */
  readonly page: { readonly gte?: number; readonly lte?: number } | undefined;
  /** On the document `d`, as SQL; undefined where there is none. */
  readonly document: RawBuilder<boolean> | undefined;
}

const textColumns = new Set(['title', 'file_name', 'external_id', 'url', 'mime_type']);

const operators = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const;

/** Throws `invalid_request` that names the condition when an operator or a value does not fit. */
export function readConditions(filter: MetadataFilter): Conditions {
  let page: { gte?: number; lte?: number } | undefined;
  const parts: RawBuilder<boolean>[] = [];
  for (const [index, condition] of filter.entries()) {
    if (condition.field === 'page') page = narrow(page, toPageRange(condition, index));
    else parts.push(toSql(condition, index));
  }
  return {
    page,
    document: parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` and `)})` : undefined,
  };
}

function toSql(condition: MetadataCondition, index: number): RawBuilder<boolean> {
  if (textColumns.has(condition.field)) return onTextColumn(condition);
  if (condition.field === 'created_at') return onCreatedAt(condition, index);
  return onMetadata(condition);
}

function onMetadata(condition: MetadataCondition): RawBuilder<boolean> {
  const value = sql`(d.metadata -> ${condition.field}::text)`;
  // A list contains a value as a value equals itself.
  const equals = (wanted: unknown) =>
    sql<boolean>`coalesce(${value} @> ${JSON.stringify(wanted)}::jsonb, false)`;
  switch (condition.op) {
    case 'eq':
      return equals(condition.value);
    case 'ne':
      return sql<boolean>`not ${equals(condition.value)}`;
    case 'in':
      return sql<boolean>`(${sql.join(condition.value.map(equals), sql` or `)})`;
    case 'exists':
      return sql<boolean>`(d.metadata ? ${condition.field}::text) = ${condition.value}`;
    default: {
      const text = sql`(d.metadata ->> ${condition.field}::text)`;
      const operator = operators[condition.op];
      return typeof condition.value === 'number'
        ? sql<boolean>`case when jsonb_typeof(${value}) = 'number'
            then ${text}::numeric ${operator} ${condition.value}::numeric else false end`
        : sql<boolean>`case when jsonb_typeof(${value}) = 'string'
            then ${text} collate "C" ${operator} ${condition.value}::text else false end`;
    }
  }
}

function onTextColumn(condition: MetadataCondition): RawBuilder<boolean> {
  const column = sql.ref(`d.${condition.field}`);
  switch (condition.op) {
    case 'eq':
      return sql<boolean>`coalesce(${column} = ${String(condition.value)}, false)`;
    case 'ne':
      return sql<boolean>`${column} is distinct from ${String(condition.value)}`;
    case 'in':
      return sql<boolean>`coalesce(${column} = any(${condition.value.map(String)}::text[]), false)`;
    case 'exists':
      return sql<boolean>`(${column} is not null) = ${condition.value}`;
    default:
      return sql<boolean>`coalesce(${column} collate "C" ${operators[condition.op]} ${String(condition.value)}, false)`;
  }
}

function onCreatedAt(condition: MetadataCondition, index: number): RawBuilder<boolean> {
  switch (condition.op) {
    case 'eq':
      return sql<boolean>`d.created_at = ${toDate(condition.value, index)}`;
    case 'ne':
      return sql<boolean>`d.created_at <> ${toDate(condition.value, index)}`;
    case 'in':
      return sql<boolean>`d.created_at = any(${condition.value.map((value) => toDate(value, index))}::timestamptz[])`;
    case 'exists':
      return sql<boolean>`${condition.value}`;
    default:
      return sql<boolean>`d.created_at ${operators[condition.op]} ${toDate(condition.value, index)}`;
  }
}

function toDate(value: unknown, index: number): Date {
  const date = new Date(
    typeof value === 'number' || typeof value === 'string' ? value : Number.NaN,
  );
  if (Number.isNaN(date.getTime())) refuse(index, 'value', 'must be a date');
  return date;
}

function toPageRange(condition: MetadataCondition, index: number): { gte?: number; lte?: number } {
  if (condition.op === 'in' || condition.op === 'exists' || condition.op === 'ne') {
    return refuse(index, 'op', 'pages are compared by eq, gt, gte, lt and lte');
  }
  const { value } = condition;
  if (typeof value !== 'number') return refuse(index, 'value', 'must be a number');
  switch (condition.op) {
    case 'eq':
      return { gte: value, lte: value };
    case 'gt':
      return { gte: Math.floor(value) + 1 };
    case 'gte':
      return { gte: value };
    case 'lt':
      return { lte: Math.ceil(value) - 1 };
    case 'lte':
      return { lte: value };
  }
}

function narrow(
  a: { gte?: number; lte?: number } | undefined,
  b: { gte?: number; lte?: number },
): { gte?: number; lte?: number } {
  const gte = Math.max(a?.gte ?? Number.NEGATIVE_INFINITY, b.gte ?? Number.NEGATIVE_INFINITY);
  const lte = Math.min(a?.lte ?? Number.POSITIVE_INFINITY, b.lte ?? Number.POSITIVE_INFINITY);
  return { ...(Number.isFinite(gte) && { gte }), ...(Number.isFinite(lte) && { lte }) };
}

function refuse(index: number, part: string, message: string): never {
  const field = `metadata_filter.${index}.${part}`;
  throw new AppError('invalid_request', `${field}: ${message}`, { details: { field } });
}
