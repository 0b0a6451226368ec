import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Person, startTestRag, type TestRag } from '../../test/start-test-rag.ts';

describe('a page that is added by its address', () => {
  let rag: TestRag;
  let server: Server;
  let owner: Person;
  let member: Person;
  let collectionId: string;
  let origin: string;
  let requests: string[];
  beforeAll(async () => {
    rag = await startTestRag({ SOURCE_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    owner = await rag.addPerson('owner', 'paged', 'owner');
    member = await rag.addPerson('member', 'paged', 'member');
    collectionId = (await owner.call('POST', '/rag/collections', { name: 'Pages' })).body.id;
    requests = [];
    server = createServer(({ url = '' }, response) => {
      requests.push(url);
      const pages: Record<string, [string, string]> = {
        '/robots.txt': ['text/plain', 'User-agent: *\nDisallow: /private'],
        '/herons.html': ['text/html', '<p>Herons fish at dawn.</p><a href="/next.html">next</a>'],
        '/picture': ['image/png', 'png'],
      };
      if (url === '/away') response.writeHead(302, { location: 'http://127.0.0.2/' });
      const [type, body] = pages[url] ?? [];
      if (type) response.writeHead(200, { 'content-type': type });
      else if (url !== '/away') response.writeHead(404);
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rag[Symbol.asyncDispose]();
  });
  const add = (url: string, person = owner) =>
    person.call('POST', `/rag/collections/${collectionId}/pages`, { url });

  it('is a document with that address, once, without the pages it links to', async () => {
    const { status, body } = await add(`${origin}/herons.html`);
    expect([status, body.documents]).toMatchObject([202, [{ title: 'herons', duplicate: false }]]);
    const [{ id }] = body.documents;
    const document = await owner.call('GET', `/rag/documents/${id}`);
    expect(document.body).toMatchObject({ url: `${origin}/herons.html`, mime_type: 'text/html' });
    expect((await add(`${origin}/herons.html`)).body.documents).toMatchObject([
      { id, duplicate: true },
    ]);
    expect(requests).not.toContain('/next.html');
  });

  it.each([
    ['an address of the inner network', () => 'https://10.0.0.1/'],
    ['an address of the machine', () => 'http://localhost/'],
    ['a redirect to another server', () => `${origin}/away`],
    ['a page that is gone', () => `${origin}/gone`],
    ['a page that robots.txt forbids', () => `${origin}/private`],
    ['a file that is no document', () => `${origin}/picture`],
    ['an address of another protocol', () => 'ftp://example.org/'],
  ])('is refused for %s', async (_, address) => {
    const { status, body } = await add(address());
    expect([status, body.error.code, body.error.details.field]).toEqual([
      400,
      'invalid_request',
      'url',
    ]);
  });

  it('needs the right to write to the collection', async () => {
    expect((await add(origin, member)).body.error.code).toBe('collection_not_found');
    await owner.call('PUT', `/rag/collections/${collectionId}/grants`, {
      grants: [{ grantee: { type: 'role', id: 'member' }, permission: 'read' }],
    });
    expect((await add(origin, member)).body.error.code).toBe('forbidden');
    expect(requests).not.toContain('/');
  });
});
