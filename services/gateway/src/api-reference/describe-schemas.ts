import * as contracts from '@lectern/contracts';
import { z } from 'zod';

export type JsonObject = Readonly<Record<string, unknown>>;

type Components = Readonly<Record<string, JsonObject>>;

/** A request may omit members with a default; a response contains them. */
type Direction = 'input' | 'output';

export interface DescribedSchemas {
  /** Components that routes refer to, with the components that these refer to. */
  readonly components: Components;
  /** Returns a reference to the component of a schema. */
  refer(schema: z.ZodType, direction: Direction): JsonObject;
}

const prefix = '#/components/schemas/';

/**
 * Returns the schemas of the endpoint table as named components. A schema that is used for requests
 * and responses in two forms is described twice: the request form as `…Input`.
 */
export function describeSchemas(): DescribedSchemas {
  const { names, bodies, answers } = nameSchemas();
  const answered = toComponents(names, 'output');
  const sent = toComponents(names, 'input');
  const answeredNames = findReachable(answered, answers);
  const differing = findDiffering(answered, sent);
  const rename = (name: string) =>
    differing.has(name) && answeredNames.has(name) ? `${name}Input` : name;
  const inputs = toComponents(names, 'input', rename);
  const sentNames = findReachable(inputs, bodies.map(rename));

  return {
    components: { ...pick(inputs, sentNames), ...pick(answered, answeredNames) },
    refer(schema, direction) {
      const name = names.get(schema)?.id;
      if (name === undefined) throw new TypeError('a schema of the endpoint table has no name');
      return { $ref: prefix + (direction === 'input' ? rename(name) : name) };
    },
  };
}

/**
 * `documentSchema` becomes `Document`; a schema without a name in contracts is named after its
 * endpoint.
 */
function nameSchemas() {
  const names = z.registry<{ id: string }>();
  const add = (schema: z.ZodType, name: string): string => {
    const id = names.get(schema)?.id ?? name.charAt(0).toUpperCase() + name.slice(1);
    names.add(schema, { id });
    return id;
  };
  for (const [name, schema] of Object.entries(contracts)) {
    if (isWorthAName(schema)) add(schema, name.replace(/Schema$/, ''));
  }
  const answers = [add(contracts.errorBodySchema, 'error')];
  const bodies: string[] = [];
  for (const [name, endpoint] of Object.entries<contracts.Endpoint>(contracts.endpoints)) {
    const { body, response, parts, events = {} } = endpoint;
    if (body) bodies.push(add(body, `${name}_body`));
    if (response) answers.push(add(response, `${name}_answer`));
    if (parts) answers.push(add(parts, `${name}_part`));
    for (const [event, schema] of Object.entries(events)) {
      answers.push(add(schema, `${name}_${event}`));
    }
  }
  return { names, bodies, answers };
}

/** Ids, times and other plain values are described in place. */
function isWorthAName(value: unknown): value is z.ZodType {
  return value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodEnum;
}

function toComponents(
  names: ReturnType<typeof nameSchemas>['names'],
  direction: Direction,
  rename = (name: string) => name,
): Components {
  const { schemas } = z.toJSONSchema(names, {
    io: direction,
    unrepresentable: 'any',
    uri: (name) => prefix + rename(name),
    override: ({ zodSchema, jsonSchema }) => {
      // Responses grow: a client must accept unknown members.
      const isOpen = zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined;
      if (isOpen && direction === 'output') delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries<JsonObject>(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [
      rename(name),
      schema,
    ]),
  );
}

/** Names whose two forms differ, in themselves or in the components that they refer to. */
function findDiffering(answered: Components, sent: Components): ReadonlySet<string> {
  const differs = (name: string) => JSON.stringify(answered[name]) !== JSON.stringify(sent[name]);
  return new Set(
    Object.keys(sent).filter((name) => [...findReachable(sent, [name])].some(differs)),
  );
}

function findReachable(components: Components, from: readonly string[]): ReadonlySet<string> {
  const reached = new Set(from);
  for (const name of reached) {
    for (const next of findReferences(components[name])) reached.add(next);
  }
  return reached;
}

function findReferences(value: unknown): string[] {
  const text = JSON.stringify(value) ?? '';
  return [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');
}

function pick(components: Components, names: ReadonlySet<string>): Components {
  return Object.fromEntries(Object.entries(components).filter(([name]) => names.has(name)));
}
