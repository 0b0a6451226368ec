import { describe, expect, it } from '@jest/globals';
import { createTokenVerifier } from '@lectern/service';
import { createTestIdentity } from './test-identity.ts';

describe('createTestIdentity', () => {
  it('signs tokens that a service with its key set accepts', async () => {
    const identity = await createTestIdentity();
    const verifier = createTokenVerifier(JSON.parse(identity.jwks));
    const caller = await verifier.verify(
      await identity.token({ userId: 'u1', organisationId: 'o1', scopes: ['search'] }),
    );
    expect(caller).toMatchObject({
      kind: 'principal',
      principal: { userId: 'u1', organisationId: 'o1', scopes: ['search'] },
    });
  });

  it('signs tokens that a service with another key set refuses', async () => {
    const [identity, other] = await Promise.all([createTestIdentity(), createTestIdentity()]);
    const verifier = createTokenVerifier(JSON.parse(other.jwks));
    const token = await identity.token({ userId: 'u1', organisationId: 'o1' });
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
