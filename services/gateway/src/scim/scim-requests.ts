import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch';
import { type Filter, parse } from 'scim2-parse-filter';
import { z } from 'zod';
import { ScimError } from './scim-error.ts';

export const schemaIds = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

export const maxPageSize = 200;
const defaultPageSize = 100;
const maxOperations = 1_000;

/** Comparison of an attribute, in lower case and without its schema, with a value. */
export interface Condition {
  readonly attribute: string;
  readonly value: string | boolean;
}

export interface ListRequest {
  /** All must hold. */
  readonly conditions: readonly Condition[];
  readonly offset: number;
  readonly limit: number;
}

const querySchema = z.object({
  filter: z.string().max(2_000).optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
});

/** Reads filter and page of a list; only equality and `and` are supported. */
export function readListRequest(query: unknown): ListRequest {
  const { filter, startIndex = 1, count = defaultPageSize } = readAs(querySchema, query);
  return {
    conditions: filter === undefined ? [] : toConditions(parseFilter(filter)),
    offset: Math.max(startIndex, 1) - 1,
    limit: Math.min(Math.max(count, 0), maxPageSize),
  };
}

/** Returns the value if it fits the schema; attributes that the schema does not name are ignored. */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new ScimError(400, `${field}: ${issue?.message}`, 'invalidValue');
}

function parseFilter(filter: string): Filter {
  try {
    return parse(filter);
  } catch {
    throw badFilter('The filter cannot be read.');
  }
}

function toConditions(filter: Filter): readonly Condition[] {
  if (filter.op === 'and') return filter.filters.flatMap(toConditions);
  if (filter.op === '[]') {
    return toConditions(filter.valFilter).flatMap(({ attribute, value }) =>
      // `emails[type eq "work"].value` is compared with every address.
      attribute === 'type'
        ? []
        : [{ attribute: `${toAttribute(filter.attrPath)}.${attribute}`, value }],
    );
  }
  if (filter.op !== 'eq') throw badFilter('Filters can use `eq` and `and` only.');
  const value = filter.compValue;
  if (typeof value !== 'string' && typeof value !== 'boolean') {
    throw badFilter('Filters compare with a text or a boolean.');
  }
  return [{ attribute: toAttribute(filter.attrPath), value }];
}

function toAttribute(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1).toLowerCase();
}

export function badFilter(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidFilter');
}

const operationSchema = z.object({
  op: z
    .string()
    .transform((op) => op.toLowerCase())
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().max(500).optional(),
  value: z.unknown().optional(),
});
type Operation = z.output<typeof operationSchema>;
const patchSchema = z.object({
  schemas: z.array(z.string()).refine((ids) => ids.includes(schemaIds.patch), 'must name PatchOp'),
  Operations: z.array(operationSchema).min(1).max(maxOperations),
});

/**
 * Applies the operations of a PATCH request to a resource. Attributes other than the given ones are
 * ignored, so that a mapping of more attributes at the identity provider does no harm.
 */
export function applyPatch<Resource extends object>(
  resource: Resource,
  body: unknown,
  attributes: readonly string[],
): unknown {
  const { Operations } = readAs(patchSchema, body);
  const operations = Operations.flatMap<Operation>(({ op, path, value }) => {
    if (path !== undefined) {
      const plain = findKnown(path, attributes);
      return plain === undefined ? [] : [{ op, path: plain, value }];
    }
    if (op === 'remove') throw new ScimError(400, 'A removal needs a path.', 'noTarget');
    const known = Object.entries(readAs(z.record(z.string(), z.unknown()), value)).flatMap(
      ([name, one]) => {
        const plain = findKnown(name, attributes);
        return plain === undefined ? [] : [[plain, one] as const];
      },
    );
    return [{ op, value: Object.fromEntries(known) }];
  });
  try {
    // The library's types are those of one resource; it works on any object.
    const patched = { schemas: [], meta: {}, ...structuredClone(resource) };
    return scimPatch(patched as unknown as ScimResource, operations.map(toPatch));
  } catch (error) {
    const scimType = (error as { scimCode?: string }).scimCode ?? 'invalidPath';
    throw new ScimError(400, error instanceof Error ? error.message : 'Bad patch.', scimType);
  }
}

/** Entra ID removes members by value, with more than the id in each. */
function toPatch(operation: Operation): ScimPatchOperation {
  const { op, path, value } = operation;
  const isRemoval = op === 'remove' && path === 'members' && Array.isArray(value);
  return {
    ...operation,
    ...(isRemoval && {
      value: value.map((one) => ({ value: (one as { value?: unknown }).value })),
    }),
  } as ScimPatchOperation;
}

/** Keys that would reach beyond the resource. */
const unsafeStep = /(?:^|\.)(?:__proto__|prototype|constructor)(?:$|[.[])/;

/** Returns the path without its schema, with the attribute as we write it; undefined if unknown. */
function findKnown(path: string, attributes: readonly string[]): string | undefined {
  const core = [schemaIds.user, schemaIds.group].find((id) => path.startsWith(`${id}:`));
  const plain = core ? path.slice(core.length + 1) : path;
  if (unsafeStep.test(plain)) throw new ScimError(400, 'This path is not allowed.', 'invalidPath');
  const [name = ''] = plain.split(/[.[]/, 1);
  const known = attributes.find((one) => one.toLowerCase() === name.toLowerCase());
  return known === undefined ? undefined : known + plain.slice(name.length);
}

/** Entra ID sends `"True"` and `"False"`. */
export const booleanSchema = z.preprocess(
  (value) =>
    typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value,
  z.boolean(),
);

/** Leaves the attributes out that the query excludes, or all others than it asks for. */
export function project(
  resource: Record<string, unknown>,
  query: Readonly<Record<string, unknown>>,
) {
  const asked = readNames(query.attributes);
  const excluded = readNames(query.excludedAttributes);
  const always = ['schemas', 'id'];
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      if (always.includes(name)) return true;
      const plain = name.toLowerCase();
      return asked.length > 0 ? asked.includes(plain) : !excluded.includes(plain);
    }),
  );
}

function readNames(value: unknown): readonly string[] {
  if (typeof value !== 'string') return [];
  return value.split(',').map((name) => toAttribute(name.trim()).split('.', 1)[0] ?? '');
}
