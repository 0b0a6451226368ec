import { randomUUID } from 'node:crypto';
import { AppError, type Principal, scopeSchema } from '@lectern/contracts';
import {
  createLocalJWKSet,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { z } from 'zod';
import { VerifiedTokens } from './verified-tokens.ts';

const audience = 'lectern';
const algorithm = 'EdDSA';
/** Longer than a chat turn. */
const tokenLifetimeSeconds = 600;
const clockToleranceSeconds = 5;

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  org: z.string().min(1).optional(),
  scopes: z.array(scopeSchema).default([]),
  run: z.string().optional(),
});

/** Who signed a token, and for whom. */
export type Caller =
  | { readonly kind: 'principal'; readonly issuer: string; readonly principal: Principal }
  | { readonly kind: 'service'; readonly issuer: string; readonly service: string };

export interface TokenSigner {
  /** A token that lets services act for a person. */
  signPrincipal(principal: Principal): Promise<string>;
  /** A token that lets a service call another one in its own name. */
  signService(service: string): Promise<string>;
}

export interface TokenVerifier {
  /** Throws `unauthorized` when the token is forged, expired, or for somebody else. */
  verify(token: string): Promise<Caller>;
}

/** Signs with a private Ed25519 JWK; `issuer` is the name of the signing service and of its key. */
export function createTokenSigner(issuer: string, signingKey: JWK): TokenSigner {
  const key = importJWK(signingKey, algorithm);
  const sign = async (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, ...(signingKey.kid && { kid: signingKey.kid }) })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${tokenLifetimeSeconds}s`)
      .setJti(randomUUID())
      .sign(await key);
  return {
    signPrincipal: ({ userId, organisationId, scopes, runId }) =>
      sign({ sub: userId, org: organisationId, scopes, ...(runId && { run: runId }) }),
    signService: (service) => sign({ sub: `service:${service}` }),
  };
}

/**
 * Key ids start with their issuer's name, so that no service can speak for another one. A token
 * that was found valid is not checked again until it expires.
 */
export function createTokenVerifier(keySet: { keys: readonly JWK[] }): TokenVerifier {
  const keys = createLocalJWKSet({ keys: [...keySet.keys] } as JSONWebKeySet);
  const known = new VerifiedTokens<Caller>();
  return {
    async verify(token) {
      const knownCaller = known.find(token);
      if (knownCaller) return knownCaller;
      const verified = await jwtVerify(token, keys, {
        audience,
        algorithms: [algorithm],
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'sub', 'iss'],
      }).catch((error: unknown) => {
        throw new AppError('unauthorized', 'The token is not valid here.', { cause: error });
      });
      const claims = claimsSchema.safeParse(verified.payload);
      if (!claims.success) throw new AppError('unauthorized', 'The token is not valid here.');
      if (verified.protectedHeader.kid?.split(':')[0] !== claims.data.iss) {
        throw new AppError('unauthorized', 'The token is not valid here.');
      }
      const caller = toCaller(claims.data);
      known.add(token, caller, (verified.payload.exp ?? 0) * 1000);
      return caller;
    },
  };
}

function toCaller({ iss, sub, org, scopes, run }: z.output<typeof claimsSchema>): Caller {
  if (sub.startsWith('service:')) {
    return { kind: 'service', issuer: iss, service: sub.slice('service:'.length) };
  }
  if (!org) throw new AppError('unauthorized', 'The token is not valid here.');
  return {
    kind: 'principal',
    issuer: iss,
    principal: { userId: sub, organisationId: org, scopes, runId: run },
  };
}
