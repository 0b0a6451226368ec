import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTokenSigner, createTokenVerifier, toKeySet } from '@lectern/service';
import { openHome } from './open-home.ts';
import { rotateKeys } from './rotate-keys.ts';
import { issuers, listAcceptedKeys, loadSecrets, type Secrets } from './secrets.ts';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-keys-'));
});
afterEach(() => rm(home, { recursive: true }));

const sign = ({ signingKeys }: Secrets) =>
  createTokenSigner('gateway', signingKeys.gateway).signService('gateway');
const verify = (secrets: Secrets, token: string) =>
  createTokenVerifier(toKeySet(listAcceptedKeys(secrets))).verify(token);

describe('rotateKeys', () => {
  it('signs with new keys and accepts the tokens of those before', async () => {
    const before = await loadSecrets(home);
    const { keyIds } = await rotateKeys(home);
    const after = await loadSecrets(home);
    expect(keyIds).toEqual(Object.values(after.signingKeys).map(({ kid }) => kid));
    expect(keyIds).toHaveLength(issuers.length);
    expect(keyIds[0]).toMatch(/^gateway:/);
    expect(keyIds).not.toContain(before.signingKeys.gateway.kid);
    expect(after).toMatchObject({
      databasePassword: before.databasePassword,
      betterAuthSecret: before.betterAuthSecret,
    });
    for (const secrets of [before, after]) {
      await expect(verify(after, await sign(secrets))).resolves.toMatchObject({
        issuer: 'gateway',
      });
    }
    expect((await stat(join(home, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('keeps of the old keys the public half alone, until their tokens have run out', async () => {
    const before = await loadSecrets(home);
    const { previousAcceptedUntil } = await rotateKeys(home);
    const minutes = (previousAcceptedUntil.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(10);
    expect(minutes).toBeLessThan(12);
    const text = await readFile(join(home, 'secrets.json'), 'utf8');
    expect(text).not.toContain(before.signingKeys.gateway.d);

    const after = JSON.parse(text) as Secrets;
    const expired = {
      ...after,
      retiredKeys: after.retiredKeys?.map(({ key }) => ({
        key,
        acceptedUntil: new Date(Date.now() - 1).toISOString(),
      })),
    } as Secrets;
    await expect(verify(expired, await sign(before))).rejects.toThrow('not valid');
    await writeFile(join(home, 'secrets.json'), JSON.stringify(expired));
    await rotateKeys(home);
    expect((await loadSecrets(home)).retiredKeys).toHaveLength(issuers.length);
  });

  it('refuses a folder that is no home, and a suite that runs', async () => {
    await expect(rotateKeys(home)).rejects.toThrow(`${home} is no home of a suite.`);
    const { lock } = await openHome(home);
    await expect(rotateKeys(home)).rejects.toThrow(`A suite already runs in ${home}`);
    await lock.release();
  });
});
