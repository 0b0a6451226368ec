import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ModelConnection } from '@lectern/contracts';
import { FakeGateway } from '../../test/fake-gateway.ts';
import { run } from '../../test/run.ts';

const id = '33333333-3333-4333-8333-333333333333';

function connected(more: Partial<ModelConnection> = {}): ModelConnection {
  return {
    id,
    name: 'llama3.2',
    provider: 'openai_compatible',
    base_url: 'http://127.0.0.1:11434/v1',
    model: 'llama3.2',
    has_api_key: false,
    context_tokens: 8_000,
    temperature: null,
    max_answer_tokens: null,
    price: null,
    capabilities: { tools: true, forced_tool: true, json_schema: true, vision: false },
    is_default: true,
    fallback_ids: [],
    visibility: { everyone: true, roles: [], team_ids: [] },
    health: { state: 'healthy', since: null, message: null, reason: null },
    source: 'page',
    ...more,
  };
}

const servers = [
  { base_url: 'http://127.0.0.1:11434/v1', kind: 'ollama', models: ['llama3.2', 'qwen3'] },
];

describe('lectern model', () => {
  it('connects a model that runs on this machine', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/models/discover', { body: { servers } });
    gateway.answerOnce('POST /api/models', { status: 201, body: connected() });
    const added = await run(gateway, 'model', 'add', '--model', 'llama3.2', '--default');
    expect(added).toMatchObject({
      exitCode: 0,
      output: 'llama3.2  (openai_compatible, llama3.2, default, healthy)\n',
    });
    expect(JSON.parse(gateway.bodies.at(-1) ?? '')).toEqual({
      name: 'llama3.2',
      provider: 'openai_compatible',
      base_url: 'http://127.0.0.1:11434/v1',
      model: 'llama3.2',
      is_default: true,
    });
  });

  it('names what it found where that is not clear', async () => {
    await using gateway = await FakeGateway.start();
    gateway.answerOnce('POST /api/models/discover', { body: { servers } });
    const several = await run(gateway, 'model', 'add');
    expect(several.exitCode).toBe(1);
    expect(several.notes).toContain('qwen3  (http://127.0.0.1:11434/v1)');
    gateway.answerOnce('POST /api/models/discover', { body: { servers: [] } });
    expect((await run(gateway, 'model', 'add')).notes).toContain('--base-url');
  });

  it('sends the key of a file, and fails where the model does not answer', async () => {
    await using gateway = await FakeGateway.start();
    const folder = await mkdtemp(join(tmpdir(), 'lectern-key-'));
    await writeFile(join(folder, 'key'), 'sk-secret\n');
    const health = {
      state: 'failing' as const,
      since: null,
      message: 'No such model.',
      reason: 'model_unknown' as const,
    };
    gateway.answerOnce('POST /api/models', { status: 201, body: connected({ health }) });
    const parameters = ['--base-url', 'https://api.example.org/v1', '--model', 'big'];
    const added = await run(gateway, 'model', 'add', ...parameters, '--key-file', `${folder}/key`);
    await rm(folder, { recursive: true });
    expect(JSON.parse(gateway.bodies.at(-1) ?? '')).toMatchObject({ api_key: 'sk-secret' });
    expect(added.exitCode).toBe(1);
    expect(added.notes).toContain('No such model.');
    expect(added.output + added.notes).not.toContain('sk-secret');
  });

  it('says what a model can do', async () => {
    await using gateway = await FakeGateway.start();
    const list = { body: { models: [connected()], next_cursor: null } };
    gateway.answerOnce('GET /api/models', list);
    gateway.answerOnce('POST /api/models/test', {
      body: {
        ok: true,
        capabilities: connected().capabilities,
        latency_ms: 1_240,
        checks: [
          { check: 'plain', ok: true, message: 'It answers.' },
          { check: 'vision', ok: false, message: 'It reads no pictures.' },
        ],
      },
    });
    const tested = await run(gateway, 'model', 'test', 'llama3.2');
    expect(tested.output).toBe(
      'yes  It answers.\nno   It reads no pictures.\n1.2 s for a short answer\n',
    );
    gateway.answerOnce('GET /api/models', list);
    expect((await run(gateway, 'model', 'test', 'nothing')).notes).toContain('no model nothing');
  });
});
