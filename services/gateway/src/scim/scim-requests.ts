import {
  ScimError as PatchError,
  type ScimPatchOperation,
  type ScimResource,
  scimPatch,
} from 'scim-patch';
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

const namesSchema = z.array(z.string().max(200)).max(100).optional();

/** Reads the body of `.search` (RFC 7644, 3.4.3) as the query of a list. */
export function readSearch(body: unknown): Record<string, unknown> {
  const names = { attributes: namesSchema, excludedAttributes: namesSchema };
  const { attributes, excludedAttributes, ...list } = readAs(querySchema.extend(names), body);
  return {
    ...list,
    attributes: attributes?.join(),
    excludedAttributes: excludedAttributes?.join(),
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
    if (path !== undefined) return toKnown({ op, path, value }, attributes);
    if (op === 'remove') throw new ScimError(400, 'A removal needs a path.', 'noTarget');
    return Object.entries(readAs(z.record(z.string(), z.unknown()), value)).flatMap(([name, one]) =>
      toKnown({ op, path: name, value: one }, attributes),
    );
  });
  const isOfMembers = ({ path = '' }: Operation) => /^members(?:$|\[)/.test(path);
  const others = operations.filter((operation) => !isOfMembers(operation));
  const values = others.map(({ value }) => (Array.isArray(value) ? value.length : 1));
  // The library compares each added value with all others.
  if (values.reduce((sum, count) => sum + count, 0) > maxOperations) {
    throw new ScimError(413, `At most ${maxOperations} values are changed at once.`);
  }
  try {
    // The library's types are those of one resource; it works on any object.
    const patched = { schemas: [], meta: {}, ...structuredClone(resource) };
    const members = operations.filter(isOfMembers).reduce(changeMembers, toIds(patched));
    const after = scimPatch(patched as unknown as ScimResource, others as ScimPatchOperation[]);
    return { ...after, ...('members' in patched && { members: toMembers(members) }) };
  } catch (error) {
    if (error instanceof ScimError) throw error;
    const { scimCode: scimType = 'invalidPath', message } = error as Error & { scimCode?: string };
    // An error of the language would show internals.
    const isOwn = error instanceof PatchError;
    throw new ScimError(400, isOwn ? message : 'The operation does not fit its path.', scimType);
  }
}

const membersSchema = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(z.object({ value: z.string().max(200) })),
);

function toIds(resource: object): Set<string> {
  const { members = [] } = resource as { members?: readonly { value: string }[] };
  return new Set(members.map(({ value }) => value));
}

const toMembers = (ids: ReadonlySet<string>) => [...ids].map((value) => ({ value }));

/** Entra ID removes members by value, with more than the id in each, and Okta by a filter. */
function changeMembers(members: Set<string>, { op, path = '', value }: Operation): Set<string> {
  if (op === 'remove' && path === 'members' && value === undefined) return new Set();
  const filtered = /^members\[\s*value\s+eq\s+"([^"\\]*)"\s*\]$/i.exec(path)?.[1];
  if (path !== 'members' && !(op === 'remove' && filtered !== undefined)) {
    throw new ScimError(400, 'Members are changed by their id.', 'invalidPath');
  }
  const ids =
    filtered === undefined
      ? readAs(membersSchema, value).map((member) => member.value)
      : [filtered];
  if (op === 'replace') return new Set(ids);
  for (const id of ids) {
    if (op === 'add') members.add(id);
    else members.delete(id);
  }
  return members;
}

const subAttributes = ['formatted', 'givenName', 'familyName', 'value', 'type', 'primary'];

/**
 * Returns the operation with the path as we write it, or none for an unknown attribute. The library
 * follows any step, up to the prototypes of the language, so that it gets only known ones.
 */
function toKnown({ op, path = '', value }: Operation, attributes: readonly string[]): Operation[] {
  const core = [schemaIds.user, schemaIds.group].find((id) => path.startsWith(`${id}:`));
  const plain = core ? path.slice(core.length + 1) : path;
  const [name = ''] = plain.split(/[.[]/, 1);
  const known = findName(attributes, name);
  if (known === undefined) return [];
  const { filter = '', sub } =
    /^(?<filter>\[[^\]]+\])?(?:\.(?<sub>\w+))?$/.exec(plain.slice(name.length))?.groups ?? {};
  const knownSub = sub === undefined ? undefined : findName(subAttributes, sub);
  if (plain.length > name.length && !filter && sub === undefined) {
    throw new ScimError(400, 'This path is not allowed.', 'invalidPath');
  }
  if (sub !== undefined && knownSub === undefined) return [];
  const wanted = knownSub === undefined ? '' : `.${knownSub}`;
  return [{ op, path: known + filter + wanted, value: clean(value) }];
}

function findName(names: readonly string[], name: string): string | undefined {
  return names.find((one) => one.toLowerCase() === name.toLowerCase());
}

/** Leaves out keys that the library would follow as paths. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([name]) => /^[$\w]+$/.test(name) && !(name in {}));
  return Object.fromEntries(known.map(([name, one]) => [name, clean(one)]));
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
