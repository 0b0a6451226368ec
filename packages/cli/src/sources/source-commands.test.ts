import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Source, SourceRun } from '@lectern/contracts';
import { FakeGateway } from '../../test/fake-gateway.ts';
import { run } from '../../test/run.ts';

const id = '33333333-3333-4333-8333-333333333333';
const runId = '44444444-4444-4444-8444-444444444444';
const collectionId = '55555555-5555-4555-8555-555555555555';
const now = '2026-05-04T06:00:00.000Z';

function runOf(more: Partial<SourceRun> = {}): SourceRun {
  return {
    ...{ id: runId, status: 'done', trigger: 'person', preview: false },
    ...{ started_at: now, finished_at: now, listed: 3 },
    ...{ added: 2, changed: 1, removed: 0, skipped: 0, failed: 0, waiting_removals: 0 },
    ...{ errors: [], error: null },
    ...more,
  };
}

function sourceOf(more: Partial<Source> = {}): Source {
  return {
    ...{ id, kind: 'folder', name: 'Handbook', collection_id: collectionId },
    ...{ settings: { path: '/srv' }, has_credentials: false, max_removed_share: 0.2 },
    ...{ schedule: { cron: '0 6 * * *', time_zone: 'UTC' }, next_run_at: now, paused: false },
    ...{ state: 'idle', document_count: 3, last_run: null, created_at: now, updated_at: now },
    ...more,
  };
}

async function open(...sources: Source[]): Promise<FakeGateway> {
  const gateway = await FakeGateway.start();
  gateway.collections.push({ id: collectionId, name: 'Team', parent_id: null });
  gateway.answerOnce('GET /api/sources', { body: { sources, next_cursor: null } });
  return gateway;
}

describe('lectern source', () => {
  it('adds a source by its settings, of the types that its kind has', async () => {
    await using gateway = await open();
    gateway.answerOnce('POST /api/sources', { status: 201, body: sourceOf({ kind: 'web' }) });
    const folder = await mkdtemp(join(tmpdir(), 'lectern-source-'));
    await writeFile(join(folder, 'settings.json'), '{"allow": ["https://example.org/docs"]}');
    const added = await run(
      gateway,
      ...['source', 'add', 'web', '-c', 'Team', '--settings', join(folder, 'settings.json')],
      ...['--set', 'start_urls=https://example.org/a,https://example.org/b', 'depth=2'],
      ...['--schedule', '0 6 * * 1-5', '--time-zone', 'Europe/Paris'],
    );
    await rm(folder, { recursive: true });
    expect(added.output).toBe(`${id}  Handbook  (web, idle, 3 documents, 0 6 * * * UTC)\n`);
    expect(JSON.parse(gateway.bodies.at(-1) ?? '')).toEqual({
      kind: 'web',
      name: 'Team',
      collection_id: collectionId,
      settings: {
        allow: ['https://example.org/docs'],
        start_urls: ['https://example.org/a', 'https://example.org/b'],
        depth: 2,
      },
      credentials: null,
      schedule: { cron: '0 6 * * 1-5', time_zone: 'Europe/Paris' },
      paused: false,
    });
    const unknown = await run(gateway, 'source', 'add', 'web', '-c', 'Team', '--set', 'deep=2');
    expect(unknown).toMatchObject({
      exitCode: 2,
      notes: 'There is no setting deep of this kind.\n',
    });
  });

  it('waits for a run and fails with its errors', async () => {
    await using gateway = await open(sourceOf());
    gateway.answerOnce(`POST /api/sources/${id}/sync`, {
      status: 202,
      body: runOf({ status: 'queued', added: 0, changed: 0, started_at: null }),
    });
    const errors = [{ entry: 'a.pdf', code: 'too_large' as const, message: 'It is too large.' }];
    gateway.answerOnce(`GET /api/sources/${id}/runs`, {
      body: { runs: [runOf({ failed: 1, errors })], next_cursor: null },
    });
    const { exitCode, output } = await run(gateway, 'source', 'sync', 'Handbook');
    expect(exitCode).toBe(1);
    expect(output).toBe(
      `${now}  done: 2 added, 1 changed, 0 removed, 0 skipped, 1 failed\n  a.pdf: too_large: It is too large.\n`,
    );
  });

  it('confirms the removals of the run that waits', async () => {
    const waiting = runOf({ status: 'waiting', waiting_removals: 9 });
    await using gateway = await open(sourceOf({ last_run: waiting }));
    gateway.answerOnce(`POST /api/sources/${id}/runs/${runId}/confirm`, {
      status: 202,
      body: runOf({ removed: 9 }),
    });
    const { exitCode, output } = await run(gateway, 'source', 'sync', id, '--confirm');
    expect([exitCode, output]).toEqual([0, expect.stringContaining('9 removed')]);
  });

  it('pauses a source, and removes it with its documents', async () => {
    await using gateway = await open(sourceOf());
    gateway.answerOnce(`PATCH /api/sources/${id}`, {
      body: sourceOf({ paused: true, state: 'paused' }),
    });
    const paused = await run(gateway, 'source', 'pause', 'Handbook');
    expect(paused.output).toContain('folder, paused');
    expect(JSON.parse(gateway.bodies.at(-1) ?? '')).toEqual({ paused: true });
    gateway.answerOnce('GET /api/sources', { body: { sources: [sourceOf()], next_cursor: null } });
    gateway.answerOnce(`DELETE /api/sources/${id}`, { status: 204, body: '' });
    const deleted = await run(gateway, 'source', 'delete', 'Handbook', '--with-documents');
    expect(deleted.output).toBe('Handbook is removed; its 3 documents too\n');
  });

  it('asks for the id where several sources have the name', async () => {
    await using gateway = await open(sourceOf(), sourceOf({ id: runId }));
    const { exitCode, notes } = await run(gateway, 'source', 'runs', 'Handbook');
    expect(exitCode).toBe(1);
    expect(notes).toContain(`${id}, ${runId}`);
  });
});
