import { allScopes, type Principal } from '@lectern/contracts';
import { createTokenSigner } from '@lectern/service';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** Stands in for the gateway, or for another service that signs tokens. */
export interface TestIdentity {
  /** A value for `INTERNAL_JWKS`. */
  readonly jwks: string;
  /** A value for `INTERNAL_SIGNING_KEY`. */
  readonly signingKey: string;
  /** Returns an internal token of a person. */
  token(principal: TestPrincipal): Promise<string>;
  /** Returns an internal token of a service, for example `rag`. */
  serviceToken(service: string): Promise<string>;
}

/** `scopes` defaults to all. */
export type TestPrincipal = Pick<Principal, 'userId' | 'organisationId'> & Partial<Principal>;

/** Creates a key pair for one issuer (default: the gateway) and signs with it. */
export async function createTestIdentity(issuer = 'gateway'): Promise<TestIdentity> {
  const kid = `${issuer}:test`;
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const publicKey: JWK = { ...(await exportJWK(pair.publicKey)), kid };
  const privateKey: JWK = { ...(await exportJWK(pair.privateKey)), kid };
  const signer = createTokenSigner(issuer, privateKey);
  return {
    jwks: JSON.stringify({ keys: [publicKey] }),
    signingKey: JSON.stringify(privateKey),
    token: (principal) =>
      signer.signPrincipal({ scopes: allScopes, runId: undefined, ...principal }),
    serviceToken: (service) => signer.signService(service),
  };
}
