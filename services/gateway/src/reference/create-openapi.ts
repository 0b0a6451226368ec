import { endpoints, errorBodySchema, errorCatalogue } from '@lectern/contracts';
import { z } from 'zod';
import { type DescribedEndpoint, ownEndpoints } from './own-endpoints.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 description of every public REST route, made from the endpoint tables. */
export function createOpenApi(version: string): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  const described: Record<string, DescribedEndpoint> = { ...endpoints, ...ownEndpoints };
  for (const [name, endpoint] of Object.entries(described)) {
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

function describeOperation(name: string, endpoint: DescribedEndpoint): JsonObject {
  const { summary, path, scope, operator, query, body, multipart, status } = endpoint;
  const needs =
    scope && `Scope: \`${scope}\`${operator ? ', of the administrator of the installation' : ''}.`;
  const parameters = [...describePathParameters(path), ...describeQuery(query)];
  return {
    operationId: name,
    summary,
    tags: [path.split('/')[2]],
    ...(needs && { description: needs }),
    ...(parameters.length > 0 && { parameters }),
    ...((body || multipart) && { requestBody: describeBody(endpoint) }),
    responses: {
      [status]: describeAnswer(endpoint),
      default: { $ref: '#/components/responses/Error' },
    },
  };
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

function describeBody({ path, body, multipart }: DescribedEndpoint): JsonObject {
  return {
    required: true,
    content: {
      ...(body && { 'application/json': { schema: toJsonSchema(body, 'input') } }),
      ...(multipart && {
        'multipart/form-data': {
          schema: describeUpload(path.endsWith('/file') ? 'file' : 'files'),
        },
      }),
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

function describeAnswer({ path, status, response, events }: DescribedEndpoint): JsonObject {
  const isFile = path.endsWith('/file') && !response;
  const content = {
    ...(response && { 'application/json': { schema: toJsonSchema(response, 'output') } }),
    ...(events && { 'text/event-stream': { schema: { type: 'string' } } }),
    ...(isFile && { 'application/octet-stream': {} }),
  };
  return {
    description: status === 204 ? 'Done' : status === 202 ? 'Accepted' : 'Success',
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
