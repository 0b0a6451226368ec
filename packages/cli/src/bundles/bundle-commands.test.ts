import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeGateway } from '../../test/fake-gateway.ts';
import { run } from '../../test/run.ts';

const id = '33333333-3333-4333-8333-333333333333';
const state = {
  id,
  status: 'done',
  progress: { done: 4, total: 4 },
  collection_id: id,
  error: null,
  created_at: '2026-05-04T06:00:00.000Z',
};

describe('lectern bundle', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-bundle-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = async () => {
    const gateway = await FakeGateway.start();
    gateway.collections.push({ id, name: 'Birds', parent_id: null });
    return gateway;
  };

  it('writes a bundle to a file, and replaces none without --force', async () => {
    await using gateway = await open();
    const file = join(folder, 'birds.zip');
    gateway.answerOnce(`GET /api/collections/${id}/bundle`, { body: 'PK bytes' });
    const exported = await run(gateway, 'bundle', 'export', 'Birds', '-o', file);
    expect(exported).toMatchObject({ exitCode: 0, output: `${file}  (0.0 MB)\n` });
    expect(await readFile(file, 'utf8')).toBe('PK bytes');
    expect((await run(gateway, 'bundle', 'export', 'Birds', '-o', file)).exitCode).toBe(1);
    expect(await readdir(folder)).toEqual(['birds.zip']);
  });

  it('imports a bundle below a collection, and names the damaged part of one', async () => {
    await using gateway = await open();
    const file = join(folder, 'birds.zip');
    await writeFile(file, 'PK bytes');
    gateway.answerOnce('POST /api/bundles', { status: 202, body: { ...state, status: 'queued' } });
    gateway.answerOnce(`GET /api/bundles/${id}`, { body: state });
    const imported = await run(gateway, 'bundle', 'import', file, '--parent', 'Birds');
    expect(imported).toMatchObject({ exitCode: 0, output: `Imported as collection ${id}\n` });
    const sent = gateway.bodies.find((body) => body.includes('PK bytes'));
    expect(sent?.indexOf('parent_id')).toBeLessThan(sent?.indexOf('PK bytes') ?? 0);
    const error = { code: 'bundle_damaged', message: 'A part is damaged.', member: 'chunks/a' };
    gateway.answerOnce('POST /api/bundles', {
      status: 202,
      body: { ...state, status: 'failed', collection_id: null, error },
    });
    const damaged = await run(gateway, 'bundle', 'import', file);
    expect(damaged).toMatchObject({
      exitCode: 1,
      notes: 'A part is damaged. (bundle_damaged: chunks/a)\n',
    });
  });
});
