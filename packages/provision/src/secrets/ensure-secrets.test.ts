import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTokenSigner, createTokenVerifier } from '@lectern/service';
import { ensureSecrets } from './ensure-secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

const read = (path: string) => readFile(join(folder, path), 'utf8');
const readAll = async () => {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[path] = await readFile(path, 'utf8');
  }
  return files;
};
const signAsGateway = async () =>
  createTokenSigner('gateway', JSON.parse(await read('gateway/internal-signing-key'))).signService(
    'gateway',
  );
const verify = async (token: string) =>
  createTokenVerifier(JSON.parse(await read('mcp/internal-jwks'))).verify(token);

describe('the secrets of an installation', () => {
  it('are made once', async () => {
    await ensureSecrets({ folder });
    const first = await readAll();
    await ensureSecrets({ folder });
    expect(await readAll()).toEqual(first);
    expect((await stat(join(folder, 'init/secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('differ between installations', async () => {
    await ensureSecrets({ folder });
    const first = await read('postgres/password');
    await rm(join(folder, 'init'), { recursive: true });
    await ensureSecrets({ folder });
    expect(await read('postgres/password')).not.toBe(first);
  });

  it('are told to the processes that need them alone', async () => {
    await ensureSecrets({ folder });
    expect(await readdir(join(folder, 'mcp'))).toEqual([
      'credential-keys',
      'database-url',
      'internal-jwks',
      'internal-signing-key',
      's3-secret-key',
    ]);
    expect(await readdir(join(folder, 'gateway'))).not.toContain('credential-keys');
    expect(await readdir(join(folder, 'rag-worker'))).not.toContain('internal-signing-key');
    expect(await read('llm/internal-jwks')).not.toContain('"d"');
  });

  it('are removed from a process that no longer needs them', async () => {
    await ensureSecrets({ folder });
    await writeFile(join(folder, 'gateway/credential-keys'), await read('mcp/credential-keys'));
    await ensureSecrets({ folder });
    expect(await readdir(join(folder, 'gateway'))).toEqual([
      'better-auth-secret',
      'database-url',
      'internal-jwks',
      'internal-signing-key',
    ]);
  });

  it('gain what a newer version needs and keep the rest', async () => {
    await ensureSecrets({ folder });
    const { passwords, signingKeys } = JSON.parse(await read('init/secrets.json'));
    const { grafana: _later, ...older } = passwords;
    await writeFile(join(folder, 'init/secrets.json'), JSON.stringify({ passwords: older }));
    await ensureSecrets({ folder });
    const now = JSON.parse(await read('init/secrets.json'));
    expect(now.passwords).toMatchObject(older);
    expect(now.passwords.grafana).toMatch(/^[\w-]{43}$/);
    expect(now.signingKeys.gateway[0].kid).not.toBe(signingKeys.gateway[0].kid);
  });
});

describe('new signing keys', () => {
  it('leave tokens of the keys before them valid, and no older ones', async () => {
    await ensureSecrets({ folder });
    const first = await signAsGateway();
    await ensureSecrets({ folder, rotate: true });
    const second = await signAsGateway();
    await expect(verify(first)).resolves.toMatchObject({ issuer: 'gateway' });
    await expect(verify(second)).resolves.toMatchObject({ issuer: 'gateway' });
    await ensureSecrets({ folder, rotate: true });
    await expect(verify(second)).resolves.toMatchObject({ issuer: 'gateway' });
    await expect(verify(first)).rejects.toThrow('not valid');
  });
});
