import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@lectern/contracts';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { createTokenSigner, createTokenVerifier } from './tokens.ts';

async function createKeys(kid: string): Promise<{ publicKey: JWK; privateKey: JWK }> {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return {
    publicKey: { ...(await exportJWK(pair.publicKey)), kid },
    privateKey: { ...(await exportJWK(pair.privateKey)), kid },
  };
}

const principal = {
  userId: 'u1',
  organisationId: 'o1',
  scopes: ['search'] as const,
  runId: undefined,
};

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof AppError ? error.code : 'no error';
}

beforeEach(() => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
});
afterEach(() => {
  mock.timers.reset();
});

describe('createTokenVerifier', () => {
  it('reads the principal of a signed token, each time it comes', async () => {
    const { publicKey, privateKey } = await createKeys('gateway:1');
    const token = await createTokenSigner('gateway', privateKey).signPrincipal(principal);
    const verifier = createTokenVerifier({ keys: [publicKey] });
    const first = await verifier.verify(token);
    expect(first).toMatchObject({ kind: 'principal', issuer: 'gateway', principal });
    expect(await verifier.verify(token)).toEqual(first);
  });

  it('refuses a token that has expired, also one that it took before', async () => {
    const { publicKey, privateKey } = await createKeys('gateway:1');
    const token = await createTokenSigner('gateway', privateKey).signPrincipal(principal);
    const verifier = createTokenVerifier({ keys: [publicKey] });
    await verifier.verify(token);
    mock.timers.setTime(Date.parse('2026-01-01T00:11:00Z'));
    expect(await codeOf(verifier.verify(token))).toBe('unauthorized');
  });

  it('refuses a changed token although it took the real one', async () => {
    const { publicKey, privateKey } = await createKeys('gateway:1');
    const token = await createTokenSigner('gateway', privateKey).signPrincipal(principal);
    const verifier = createTokenVerifier({ keys: [publicKey] });
    await verifier.verify(token);
    const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await codeOf(verifier.verify(changed))).toBe('unauthorized');
  });

  it("refuses a token that one service signed in another one's name", async () => {
    const { publicKey, privateKey } = await createKeys('rag:1');
    const token = await createTokenSigner('gateway', privateKey).signPrincipal(principal);
    const verifier = createTokenVerifier({ keys: [publicKey] });
    expect(await codeOf(verifier.verify(token))).toBe('unauthorized');
  });

  it('tells services from people', async () => {
    const { publicKey, privateKey } = await createKeys('rag:1');
    const token = await createTokenSigner('rag', privateKey).signService('rag');
    const verifier = createTokenVerifier({ keys: [publicKey] });
    expect(await verifier.verify(token)).toEqual({
      kind: 'service',
      issuer: 'rag',
      service: 'rag',
    });
  });
});
