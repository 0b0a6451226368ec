import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Scope } from '@lectern/contracts';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { readToolJson } from '../../../test/read-tool-json.ts';
import { connectClient, type RunningMcp, startMcp } from '../../../test/start-mcp.ts';

const names = ['list_directory', 'read_file', 'create_file'];

describe('file tools', () => {
  let root: string;
  let mcp: RunningMcp;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-files-'));
    mcp = await startMcp('http://127.0.0.1:9', { FILES_ROOT: root });
  });
  afterAll(async () => {
    await mcp[Symbol.asyncDispose]();
    await rm(root, { recursive: true });
  });

  const call = async (
    name: string,
    args: Record<string, unknown>,
    { organisationId = 'o1', scopes = ['mcp', 'files'] as readonly Scope[] } = {},
  ) => {
    const token = await mcp.identity.token({ userId: 'u1', organisationId, scopes });
    const client = await connectClient(mcp, token);
    const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
    await client.close();
    return result;
  };

  it('write, list and read a file', async () => {
    const written = await call('create_file', { path: 'notes/plan.md', text: 'План 😀.' });
    expect(written.structuredContent).toEqual({ path: 'notes/plan.md', size: 14 });
    expect(await readFile(join(root, 'o1', 'notes', 'plan.md'), 'utf8')).toBe('План 😀.');
    expect((await call('list_directory', {})).structuredContent).toMatchObject({
      path: '',
      entries: [{ name: 'notes', path: 'notes', type: 'directory', size: null }],
      next_cursor: null,
    });
    expect((await call('list_directory', { path: 'notes' })).structuredContent).toMatchObject({
      entries: [{ name: 'plan.md', path: 'notes/plan.md', type: 'file', size: 14 }],
    });
    const read = await call('read_file', { path: 'notes/plan.md', start: 5 });
    expect(read.structuredContent).toMatchObject({ text: '😀.', start: 5, end: 7, size: 14 });
    expect(readToolJson(read)).toEqual(read.structuredContent);
  });

  it('say where to go on', async () => {
    await call('create_file', { path: 'long/a.txt', text: 'x'.repeat(150) });
    await call('create_file', { path: 'long/b.txt', text: '' });
    const part = await call('read_file', { path: 'long/a.txt', max_characters: 100 });
    expect(part.structuredContent).toMatchObject({ end: 100, next_start: 100 });
    const rest = await call('read_file', { path: 'long/a.txt', start: 100 });
    expect(rest.structuredContent).toMatchObject({ text: 'x'.repeat(50), next_start: null });
    const first = await call('list_directory', { path: 'long', limit: 1 });
    expect(first.structuredContent).toMatchObject({ next_cursor: 'a.txt' });
    const second = await call('list_directory', { path: 'long', limit: 1, cursor: 'a.txt' });
    expect(second.structuredContent).toMatchObject({
      entries: [{ name: 'b.txt' }],
      next_cursor: null,
    });
  });

  it('do not overwrite unless asked', async () => {
    await call('create_file', { path: 'kept.txt', text: 'old' });
    const again = await call('create_file', { path: 'kept.txt', text: 'new' });
    expect(readToolJson(again)).toMatchObject({ error: 'file_exists' });
    expect((await call('read_file', { path: 'kept.txt' })).structuredContent).toMatchObject({
      text: 'old',
    });
    await call('create_file', { path: 'kept.txt', text: 'new', overwrite: true });
    expect((await call('read_file', { path: 'kept.txt' })).structuredContent).toMatchObject({
      text: 'new',
    });
  });

  it('keep organisations apart', async () => {
    await call('create_file', { path: 'mine.txt', text: 'mine' });
    const other = { organisationId: 'o2' };
    const read = await call('read_file', { path: 'mine.txt' }, other);
    expect(readToolJson(read)).toMatchObject({ error: 'not_found' });
    expect((await call('list_directory', {}, other)).structuredContent).toMatchObject({
      entries: [],
    });
    const out = await call('read_file', { path: '../o1/mine.txt' }, other);
    expect(readToolJson(out)).toMatchObject({
      error: 'invalid_request',
      details: { field: 'path' },
    });
  });

  it('refuse who lacks the scope, and change nothing then', async () => {
    const scopes: Scope[] = ['mcp', 'search', 'documents:read', 'documents:write', 'chat', 'admin'];
    const args = { path: 'x.txt', text: 'x' };
    for (const name of names) {
      const given = name === 'create_file' ? args : name === 'read_file' ? { path: 'x.txt' } : {};
      const result = await call(name, given, { scopes });
      expect(readToolJson(result)).toMatchObject({ error: 'forbidden' });
    }
    expect(readToolJson(await call('read_file', { path: 'x.txt' }))).toMatchObject({
      error: 'not_found',
    });
  });

  it('refuse what is too large', async () => {
    const result = await call('create_file', { path: 'big.txt', text: 'x'.repeat(256 * 1024 + 1) });
    expect(readToolJson(result)).toMatchObject({
      error: 'too_large',
      details: { max_bytes: 256 * 1024 },
    });
  });
});

describe('without FILES_ROOT', () => {
  it('there are no file tools', async () => {
    await using mcp = await startMcp('http://127.0.0.1:9');
    const client = await connectClient(mcp);
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.filter(({ name }) => names.includes(name))).toEqual([]);
  });

  it('a relative path is refused at start', async () => {
    await expect(startMcp('http://127.0.0.1:9', { FILES_ROOT: 'files' })).rejects.toThrow(
      /FILES_ROOT/,
    );
  });
});
