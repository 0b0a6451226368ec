import {
  type Endpoint,
  endpointGroups,
  errorBodySchema,
  errorCatalogue,
  idempotencyKeyPattern,
  takesIdempotencyKey,
} from '@lectern/contracts';
import { z } from 'zod';
import { type DescribedSchemas, describeSchemas, type JsonObject } from './describe-schemas.ts';

/** Creates the OpenAPI 3.1 description of every public REST route from the endpoint table. */
export function createOpenApi(version: string) {
  const schemas = describeSchemas();
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [room, endpoints] of Object.entries(endpointGroups)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: {
          operationId: name,
          tags: [room],
          ...describeOperation(endpoint, schemas),
        },
      };
    }
  }
  const responses = {
    Error: {
      description: `An error. Codes: ${Object.keys(errorCatalogue).join(', ')}.`,
      content: { 'application/json': { schema: schemas.refer(errorBodySchema, 'output') } },
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version,
      description:
        'Documents in, cited answers out. Agents reach the same knowledge over MCP at `/mcp`.',
    },
    servers: [{ url: '/' }],
    security: [{ api_key: [] }, { session: [] }],
    tags: Object.keys(endpointGroups).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        api_key: { type: 'http', scheme: 'bearer', description: 'An API key, `lct_…`' },
        session: { type: 'apiKey', in: 'cookie', name: 'lectern.session_token' },
      },
      schemas: schemas.components,
      responses,
    },
  };
}

function describeOperation(endpoint: Endpoint, schemas: DescribedSchemas): JsonObject {
  const { summary, path, access, query, body, upload, status } = endpoint;
  const parameters = [
    ...describePathParameters(endpoint, path),
    ...describeQuery(query),
    ...(takesIdempotencyKey(endpoint) || endpoint.keyedUpload ? [idempotencyKeyParameter] : []),
  ];
  return {
    summary,
    description: describeAccess(access),
    ...(access === 'public' && { security: [] }),
    ...(access === 'session' && { security: [{ session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...((body || upload) && { requestBody: describeBody(endpoint, schemas) }),
    responses: {
      [status]: describeAnswer(endpoint, schemas),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function describeAccess(access: Endpoint['access']): string {
  switch (access) {
    case 'public':
      return 'Public: nobody is asked who they are.';
    case 'caller':
      return 'A session or any key.';
    case 'session':
      return 'A session; no key.';
    case 'session_or_admin_key':
      return 'A session, or a key with the scope `admin`.';
    case 'operator':
      return 'Scope: `admin`, of the administrator of the installation.';
    default:
      return `Scope: \`${access}\`.`;
  }
}

function describePathParameters({ notFound }: Endpoint, path: string): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(name === 'id' && notFound && { format: 'uuid' }) },
  }));
}

const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Kept for a day: the same request gets its first answer again (with `Idempotency-Replayed: true`), another one 409 `idempotency_conflict`, and one that comes while the first still runs 409 `request_running`. Refusals are not kept. A stream is not begun twice: its repetition is 409 `idempotency_conflict`.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: idempotencyKeyPattern.source },
};

function describeQuery(query: z.ZodType | undefined): JsonObject[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function describeBody(
  { body, bodyIsOptional, upload }: Endpoint,
  schemas: DescribedSchemas,
): JsonObject {
  return {
    required: !bodyIsOptional,
    content: {
      ...(body && { 'application/json': { schema: schemas.refer(body, 'input') } }),
      ...(upload && { 'multipart/form-data': { schema: describeUpload(upload) } }),
    },
  };
}

function describeUpload(field: 'file' | 'files'): JsonObject {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return {
    type: 'object',
    properties: {
      [field]: field === 'file' ? file : { type: 'array', items: file },
      password: { type: 'string', description: 'Of an encrypted file; never stored' },
    },
    required: [field],
  };
}

const descriptions: Readonly<Record<number, string>> = {
  202: 'Accepted',
  204: 'Done',
  303: 'Go on there',
};

function describeAnswer(endpoint: Endpoint, schemas: DescribedSchemas): JsonObject {
  const { status, response, download = [] } = endpoint;
  const event = describeEvent(endpoint, schemas);
  const content = {
    ...(response && { 'application/json': { schema: schemas.refer(response, 'output') } }),
    ...(event && { 'text/event-stream': { schema: event } }),
    ...Object.fromEntries(download.map((type) => [type, {}])),
  };
  return {
    description: descriptions[status] ?? 'Success',
    ...(Object.keys(content).length > 0 && { content }),
  };
}

/** Describes one event of a stream: OpenAPI 3.1 cannot describe the stream itself. */
function describeEvent({ events, parts }: Endpoint, schemas: DescribedSchemas) {
  if (events) {
    return {
      description: 'One event. The stream is a row of them.',
      oneOf: Object.entries(events).map(([name, data]) => ({
        type: 'object',
        properties: { event: { const: name }, data: schemas.refer(data, 'output') },
        required: ['event', 'data'],
      })),
    };
  }
  if (!parts) return undefined;
  return {
    description: 'The data of one event. The stream is a row of them; `[DONE]` is its end.',
    allOf: [schemas.refer(parts, 'output')],
  };
}
