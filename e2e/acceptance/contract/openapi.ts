import type { Clause } from '../subject.ts';
import { found } from './found.ts';
import type { ContractWorld } from './world.ts';

interface Operation {
  readonly security?: readonly unknown[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }>
  >;
}

interface NamedOperation extends Operation {
  readonly name: string;
}

async function readDocument({ api }: ContractWorld) {
  const { body } = await api.request('GET', '/openapi.json');
  const operations = Object.entries(
    body.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
      .map(
        ([method, operation]): NamedOperation => ({
          ...operation,
          name: `${method.toUpperCase()} ${path}`,
        }),
      ),
  );
  return { body, operations };
}

/** Media types with their schemas of the answers that are no errors. */
const answersOf = ({ responses }: Operation) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.entries(content));

/** The description of the API for programs. */
export const openapi: readonly Clause<ContractWorld>[] = [
  {
    name: 'OpenAPI names its schemas, and every reference leads to one',
    async ask(world) {
      const { body, operations } = await readDocument(world);
      const text = JSON.stringify(body);
      const references = new Set(
        [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? ''),
      );
      const { schemas } = body.components;
      const dangling = [...references].filter((name) => !(name in schemas));
      return found(
        'GET /openapi.json',
        `${Object.keys(schemas).length} named schemas, ${references.size} referred to, ${dangling.length} not there; ${operations.length} operations`,
        dangling.length === 0 && 'SearchRequest' in schemas && 'SearchResponse' in schemas,
      );
    },
  },
  {
    name: 'OpenAPI keeps JSON and SSE apart',
    async ask(world) {
      const { operations } = await readDocument(world);
      const withEvents = operations.filter((operation) =>
        answersOf(operation).some(([type]) => type === 'text/event-stream'),
      );
      const same = withEvents.filter((operation) => {
        const schemas = answersOf(operation).map(([, { schema }]) => JSON.stringify(schema));
        return new Set(schemas).size !== schemas.length || schemas.includes(undefined as never);
      });
      const names = withEvents.map(({ name }) => name);
      return found(
        'GET /openapi.json: answers of type text/event-stream',
        `${withEvents.length} operations with a stream of its own schema, ${same.length} without`,
        same.length === 0 &&
          ['POST /api/ask', 'POST /api/chat/mcp', 'POST /api/research'].every((name) =>
            names.includes(name),
          ),
      );
    },
  },
  {
    name: 'OpenAPI tells file types and public routes',
    async ask(world) {
      const { body, operations } = await readDocument(world);
      const open = operations.filter(({ security }) => security?.length === 0);
      const find = (name: string) => operations.find((operation) => operation.name === name);
      const exported = find('GET /api/research/{id}/export');
      const types = exported ? answersOf(exported).map(([type]) => type) : [];
      const upload = find('POST /api/collections/{id}/documents')?.requestBody?.content ?? {};
      const answers = await Promise.all(
        open
          .filter(({ name }) => name.startsWith('GET') && !name.includes('{'))
          .map(({ name }) => fetch(`${world.api.url}${name.slice('GET '.length)}`)),
      );
      const closed = answers.filter(({ status }) => status === 401);
      return found(
        'GET /openapi.json: security [] ; export and upload; each public GET without a key',
        `${open.length} public: ${open.map(({ name }) => name).join(', ')}; export ${types}; upload ${Object.keys(upload)}; ${closed.length} ask for a key`,
        open.length > 3 &&
          Boolean(body.security?.length) &&
          types.includes('text/csv') &&
          'multipart/form-data' in upload &&
          closed.length === 0,
      );
    },
  },
];
