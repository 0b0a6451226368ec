import { type Endpoint, endpoints, errorBodySchema, errorCatalogue } from '@lectern/contracts';
import { z } from 'zod';

type JsonObject = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 description of every public REST route, made from the endpoint tables. */
export function createOpenApi(version: string) {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeOperation(name, endpoint),
    };
  }
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
    paths,
    components: {
      securitySchemes: {
        api_key: { type: 'http', scheme: 'bearer', description: 'An API key, `lct_…`' },
        session: { type: 'apiKey', in: 'cookie', name: 'lectern.session_token' },
      },
      schemas: { Error: toJsonSchema(errorBodySchema, 'output') },
      responses: {
        Error: {
          description: `An error. Codes: ${Object.keys(errorCatalogue).join(', ')}.`,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

function describeOperation(name: string, endpoint: Endpoint): JsonObject {
  const { summary, path, access, query, body, upload, status } = endpoint;
  const parameters = [...describePathParameters(path), ...describeQuery(query)];
  return {
    operationId: name,
    summary,
    tags: [path.split('/')[2] ?? 'operations'],
    description: describeAccess(access),
    ...(access === 'public' && { security: [] }),
    ...(access === 'session' && { security: [{ session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...((body || upload) && { requestBody: describeBody(endpoint) }),
    responses: {
      [status]: describeAnswer(endpoint),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function describeAccess(access: Endpoint['access']): string {
  switch (access) {
    case 'public':
      return 'Nobody is asked who they are.';
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

function describePathParameters(path: string): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function describeQuery(query: z.ZodType | undefined): JsonObject[] {
  if (!query) return [];
  const { properties = {}, required = [] } = toJsonSchema(query, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function describeBody({ body, bodyIsOptional, upload }: Endpoint): JsonObject {
  return {
    required: !bodyIsOptional,
    content: {
      ...(body && { 'application/json': { schema: toJsonSchema(body, 'input') } }),
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

function describeAnswer({ status, response, events, parts, download }: Endpoint): JsonObject {
  const content = {
    ...(response && { 'application/json': { schema: toJsonSchema(response, 'output') } }),
    ...((events || parts) && { 'text/event-stream': { schema: { type: 'string' } } }),
    ...(download && { 'application/octet-stream': {} }),
  };
  return {
    description: descriptions[status] ?? 'Success',
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
