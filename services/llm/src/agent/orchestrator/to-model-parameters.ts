import { toUniqueName } from './to-unique-name.ts';

/** A tool's schema that every model API accepts. */
export interface ModelParameters {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The server's names of renamed arguments, by the names for the model. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Model APIs reject a request with these keywords beside `type`. */
const combinators = ['allOf', 'anyOf', 'oneOf'] as const;
const left = new Set<string>([...combinators, 'enum', 'not', 'if', 'then', 'else']);
const namePattern = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Returns the properties of a schema and of its alternatives under names that every API accepts.
 * The server alone checks the omitted keywords.
 */
export function toModelParameters(schema: Readonly<Record<string, unknown>>): ModelParameters {
  const flat = joinForms(schema);
  const renamed = new Map<string, string>();
  const given = Object.keys(flat.properties);
  const taken = new Set(given.filter((name) => namePattern.test(name)));
  const nameOf = new Map(
    given.map((name) => {
      if (taken.has(name)) return [name, name];
      const safe = toUniqueName(name, 'argument', taken);
      renamed.set(safe, name);
      return [name, safe];
    }),
  );
  return {
    parameters: {
      ...flat.rest,
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(flat.properties).map(([name, value]) => [nameOf.get(name) ?? name, value]),
      ),
      ...(flat.required.length > 0 && {
        required: flat.required.map((name) => nameOf.get(name) ?? name),
      }),
    },
    renamed,
  };
}

/** Returns arguments under the server's names. */
export function toServerArguments(
  given: Readonly<Record<string, unknown>>,
  renamed: ReadonlyMap<string, string> | undefined,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [renamed?.get(name) ?? name, value]),
  );
}

interface FlatSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly rest: Readonly<Record<string, unknown>>;
}

function joinForms(schema: Readonly<Record<string, unknown>>): FlatSchema {
  const { properties, required } = schema;
  const rest = Object.fromEntries(Object.entries(schema).filter(([name]) => !left.has(name)));
  const forms = combinators.flatMap((name) => listRecords(schema[name]));
  // Alternatives exclude each other, so only properties that every alternative requires are
  // required.
  const demanded = [required, ...listRecords(schema.allOf).map((form) => form.required)];
  const joined = {
    ...Object.assign({}, ...forms.map((form) => toRecord(form.properties))),
    ...toRecord(properties),
  };
  return {
    properties: joined,
    required: [...new Set(demanded.flatMap(listTexts))].filter((name) =>
      Object.hasOwn(joined, name),
    ),
    rest,
  };
}

function listRecords(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
