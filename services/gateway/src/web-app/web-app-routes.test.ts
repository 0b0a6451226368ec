import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const readNonces = async (path: string) => {
  const response = await fetch(gateway.url + path);
  const policy = response.headers.get('content-security-policy') ?? '';
  return {
    inPolicy: /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy)?.[1],
    inPage: /content="([^"]*)"/.exec(await response.text())?.[1],
  };
};

describe('the page', () => {
  it('gets a new value for its style elements with each load, the same as its policy names', async () => {
    const first = await readNonces('/');
    const second = await readNonces('/library/0b9e/members');
    expect(first.inPolicy).toBeDefined();
    expect(first.inPage).toBe(first.inPolicy);
    expect(second.inPage).toBe(second.inPolicy);
    expect(second.inPage).not.toBe(first.inPage);
  });

  it('is asked for again with each visit, its files never', async () => {
    const page = await fetch(gateway.url);
    const file = await fetch(`${gateway.url}/assets/main-0123.js`);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(file.headers.get('cache-control')).toContain('immutable');
    const data = await fetch(`${gateway.url}/api/me`);
    expect(data.headers.get('cache-control')).toBe('private, no-store');
  });

  it('sends its files and the viewer compressed, and no answer that holds secrets', async () => {
    const encodingOf = async (path: string) =>
      (await fetch(gateway.url + path)).headers.get('content-encoding');
    expect(await encodingOf('/docs/viewer/swagger-ui.css')).toMatch(/^(br|gzip)$/);
    expect(await encodingOf('/openapi.json')).toBeNull();
  });

  it.each(['/nowhere', '/assets/other.js', '/libraryx'])('is not at %s', async (path) => {
    expect((await fetch(gateway.url + path)).status).toBe(404);
  });

  it('says itself that an address is unknown, in a browser alone', async () => {
    const open = (path: string, accept: string) =>
      fetch(gateway.url + path, { headers: { accept } });
    const browsers = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await open('/nowhere', browsers);
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self' 'nonce-");
    for (const [path, accept] of [
      ['/nowhere', '*/*'],
      ['/nowhere', 'application/json'],
      ['/api/nowhere', browsers],
      ['/assets/other.js', browsers],
    ] as const) {
      const other = await open(path, accept);
      expect([path, accept, other.status, other.headers.get('content-type')]).toEqual([
        path,
        accept,
        404,
        expect.stringContaining('application/json'),
      ]);
    }
  });
});
