import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@lectern/contracts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';
import { createOpenApi } from './create-openapi.ts';

const document = createOpenApi('1.2.3');
const paths = document.paths as Record<string, Record<string, { operationId: string }>>;

function operation(name: string): unknown {
  const all = Object.values(paths).flatMap((operations) => Object.values(operations));
  return all.find(({ operationId }) => operationId === name);
}

function jsonOf(name: string) {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}

describe('the OpenAPI description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('names every route of the table once', () => {
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
      ),
    );
    const expected = Object.entries(endpoints).map(
      ([name, { method, path }]) => `${name}: ${method} ${path}`,
    );
    expect(described.toSorted()).toEqual(expected.toSorted());
  });

  it('names the schemas of bodies and answers, and every reference leads to one', () => {
    const { schemas } = document.components;
    const found = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
    expect(new Set(found.map(([, name]) => name))).toEqual(new Set(Object.keys(schemas)));
    expect(schemas).toHaveProperty('SearchResponse.properties.chunks.items');
    expect(operation('search')).toMatchObject({
      requestBody: { content: jsonOf('SearchRequest') },
      responses: { 200: { content: jsonOf('SearchResponse') } },
    });
  });

  it('tells the form that is sent from the form that is answered', () => {
    const { Citation, SearchRequest } = document.components.schemas;
    expect(SearchRequest).toMatchObject({ required: ['query'] });
    expect(Citation).not.toHaveProperty('additionalProperties');
  });

  it('describes the keys of repeated requests that are refused', () => {
    expect(operation('callMcpTool')).toMatchObject({
      parameters: [{ name: 'Idempotency-Key', schema: { pattern: '^[!-~]{1,255}$' } }],
    });
  });

  it('types the events of a stream apart from the JSON answer', () => {
    expect(operation('ask')).toMatchObject({
      responses: {
        200: {
          content: {
            ...jsonOf('AskResponse'),
            'text/event-stream': {
              schema: {
                oneOf: expect.arrayContaining([
                  expect.objectContaining({
                    properties: {
                      event: { const: 'done' },
                      data: { $ref: '#/components/schemas/AskResponse' },
                    },
                  }),
                ]),
              },
            },
          },
        },
      },
    });
    expect(JSON.stringify(operation('chat'))).toContain('#/components/schemas/StreamPart');
  });

  it('names the types of files, and the routes that ask nobody who they are', () => {
    expect(operation('getDocumentFile')).toMatchObject({
      responses: { 200: { content: { '*/*': {} } } },
    });
    expect(operation('exportResearch')).toMatchObject({
      responses: { 200: { content: { 'text/csv': {}, 'text/markdown': {} } } },
    });
    expect(operation('getHealth')).toMatchObject({ security: [], tags: ['operations'] });
    expect(operation('search')).not.toHaveProperty('security');
  });
});

describe('the reference', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
  });

  it.each([
    ['/openapi.json', 'application/json'],
    ['/docs', 'text/html'],
    ['/docs/viewer/swagger-ui-bundle.js', 'text/javascript'],
    ['/docs/viewer/swagger-ui.css', 'text/css'],
    ['/docs/start.js', 'text/javascript'],
    ['/docs/style.css', 'text/css'],
    ['/', 'text/html'],
    ['/setup', 'text/html'],
    ['/join', 'text/html'],
    ['/reset', 'text/html'],
    ['/oauth/sign-in', 'text/html'],
    ['/oauth/consent', 'text/html'],
    ['/chat/0b9e', 'text/html'],
    ['/assets/main-0123.js', 'text/javascript'],
    ['/icon.svg', 'image/svg+xml'],
  ])('serves %s itself, with a policy that allows nothing from elsewhere', async (path, type) => {
    const response = await fetch(gateway.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/https?:|script-src[^;]*unsafe/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
  });

  it.each(['/', '/setup', '/join', '/reset', '/oauth/consent', '/docs'])(
    'has no inline script and no outside address on %s',
    async (path) => {
      const html = await (await fetch(gateway.url + path)).text();
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|https?:\/\//);
    },
  );

  it.each(['/docs/viewer/package.json', '/assets/../index.html', '/assets/%2e%2e/index.html'])(
    'serves no other file: %s',
    async (path) => {
      expect((await fetch(gateway.url + path)).status).toBe(404);
    },
  );
});
