import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { apiKey, FakeGateway } from '../test/fake-gateway.ts';
import { run, runWith } from '../test/run.ts';

describe('lectern', () => {
  it('says how it is used when used wrongly, and ends with 2', async () => {
    const { exitCode, notes } = await runWith({}, 'upload', 'docs');
    expect(exitCode).toBe(2);
    expect(notes).toContain('--collection');
  });

  it('tells its version', async () => {
    expect(await runWith({}, '--version')).toMatchObject({ exitCode: 0, output: '1.2.3\n' });
  });

  it('reads address and key from the home of the suite', async () => {
    await using gateway = await FakeGateway.start();
    const home = await mkdtemp(join(tmpdir(), 'lectern-home-'));
    await writeFile(
      join(home, 'credentials.json'),
      JSON.stringify({ url: `${gateway.url}/`, email: 'e', password: 'p', api_key: apiKey }),
    );
    const { exitCode } = await runWith({ LECTERN_HOME: home }, 'search', 'anything');
    await rm(home, { recursive: true });
    expect(exitCode).toBe(0);
    expect(gateway.requests).toEqual(['POST /api/search']);
  });

  it('prefers the command line to the environment', async () => {
    await using gateway = await FakeGateway.start();
    const environment = { LECTERN_URL: 'http://127.0.0.1:9', LECTERN_API_KEY: 'wrong' };
    const flags = ['--url', gateway.url, '--api-key', apiKey];
    expect((await runWith(environment, ...flags, 'search', 'x')).exitCode).toBe(0);
  });

  it('says where it looked when it knows no suite', async () => {
    const { exitCode, notes } = await runWith({}, 'search', 'x');
    expect(exitCode).toBe(1);
    expect(notes).toContain('/nonexistent/credentials.json cannot be read');
  });

  it('names the error of the suite', async () => {
    await using gateway = await FakeGateway.start();
    const environment = { LECTERN_URL: gateway.url, LECTERN_API_KEY: 'revoked' };
    const { exitCode, notes } = await runWith(environment, 'search', 'x');
    expect(exitCode).toBe(1);
    expect(notes).toBe('message of unauthorized (unauthorized)\n');
  });

  it('shows passages with their place', async () => {
    await using gateway = await FakeGateway.start();
    gateway.documents.push({
      id: '22222222-2222-4222-8222-222222222222',
      collection_id: '33333333-3333-4333-8333-333333333333',
      title: 'Refund policy',
      external_id: null,
      text: 'Refunds take five days.',
    });
    const { output } = await run(gateway, 'search', 'refunds');
    expect(output).toBe(
      '1. Refund policy (Handbook, page 2, relevance 0.50)\n   Refunds take five days.\n\n',
    );
  });
});
