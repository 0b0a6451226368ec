import { randomUUID } from 'node:crypto';
import { AppError, type Principal, scopeSchema } from '@lectern/contracts';
import {
  createLocalJWKSet,
  decodeJwt,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Grounds, Revocations } from './revocations.ts';

const audience = 'lectern';
const algorithm = 'EdDSA';
/** Longer than a chat turn. */
const tokenLifetimeSeconds = 600;
/** Allowed difference of clocks: an expired token is rejected within five seconds. */
const clockToleranceSeconds = 2;

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  org: z.string().min(1).optional(),
  scopes: z.array(scopeSchema).default([]),
  run: z.string().optional(),
  cred: z.string().optional(),
  operator: z.literal(true).optional(),
  /** Time of issue in milliseconds, by the database's clock. */
  at: z.number().optional(),
  iat: z.number().default(0),
  exp: z.number(),
});

/** Signer and subject of a token. */
export type Caller =
  | {
      readonly kind: 'principal';
      readonly issuer: string;
      readonly principal: Principal;
      readonly grounds: Grounds;
    }
  | { readonly kind: 'service'; readonly issuer: string; readonly service: string };

export interface TokenTimes {
  /** Current time by the database's clock, in milliseconds since the epoch. */
  readonly at?: number;
  /** Expiry of the credential, by our clock. */
  readonly until?: number | undefined;
}

export interface TokenSigner {
  /** Signs a token that lets services act for a person, valid for ten minutes or until `until`. */
  signPrincipal(principal: Principal, times?: TokenTimes): Promise<string>;
  /** Signs a token that lets a service call another one in its own name. */
  signService(service: string): Promise<string>;
}

export interface TokenVerifier {
  /** Undefined in a service without a database. */
  readonly revocations?: Revocations | undefined;
  /**
   * @throws AppError `unauthorized` when the token is forged, expired, revoked, or for another
   *   audience.
   */
  verify(token: string): Promise<Caller>;
}

/**
 * Creates a signer with a private Ed25519 JWK; `issuer` is the name of the signing service and of
 * its key.
 */
export function createTokenSigner(issuer: string, signingKey: JWK): TokenSigner {
  const key = importJWK(signingKey, algorithm);
  const sign = async (claims: Record<string, unknown>, until = Number.POSITIVE_INFINITY) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, ...(signingKey.kid && { kid: signingKey.kid }) })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(
        Math.floor(Math.min(Date.now() / 1_000 + tokenLifetimeSeconds, until / 1_000)),
      )
      .setJti(randomUUID())
      .sign(await key);
  return {
    signPrincipal: (
      { userId, organisationId, scopes, runId, credential, isOperator },
      { at, until } = {},
    ) =>
      sign(
        {
          sub: userId,
          org: organisationId,
          scopes,
          ...(runId && { run: runId }),
          ...(credential && { cred: credential }),
          ...(isOperator && { operator: true }),
          ...(at !== undefined && { at }),
        },
        until,
      ),
    signService: (service) => sign({ sub: `service:${service}` }),
  };
}

/** Calls back when the grounds of a verified token end; returns a function that ends the watch. */
export function watchToken(revocations: Revocations, token: string, onEnd: () => void): () => void {
  const caller = toCaller(claimsSchema.parse(decodeJwt(token)));
  return caller.kind === 'principal' ? revocations.watch(caller.grounds, onEnd) : () => undefined;
}

/**
 * Key ids start with their issuer's name, so that no service can sign for another. A valid token is
 * not verified again until it expires.
 */
export function createTokenVerifier(
  keySet: { keys: readonly JWK[] },
  revocations?: Revocations,
): TokenVerifier {
  const keys = createLocalJWKSet({ keys: [...keySet.keys] } as JSONWebKeySet);
  const known = new VerifiedTokens<Caller>();
  const assertHolds = (caller: Caller): Caller => {
    if (caller.kind === 'principal' && revocations?.cover(caller.grounds)) {
      throw new AppError('unauthorized', 'The credential of this token has ended.');
    }
    return caller;
  };
  return {
    revocations,
    async verify(token) {
      const knownCaller = known.find(token);
      if (knownCaller) return assertHolds(knownCaller);
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
      return assertHolds(caller);
    },
  };
}

function toCaller(claims: z.output<typeof claimsSchema>): Caller {
  const { iss, sub, org, scopes, run, cred, operator, at, iat, exp } = claims;
  if (sub.startsWith('service:')) {
    return { kind: 'service', issuer: iss, service: sub.slice('service:'.length) };
  }
  if (!org) throw new AppError('unauthorized', 'The token is not valid here.');
  return {
    kind: 'principal',
    issuer: iss,
    principal: {
      userId: sub,
      organisationId: org,
      scopes,
      runId: run,
      credential: cred,
      ...(operator && { isOperator: true }),
    },
    grounds: {
      userId: sub,
      organisationId: org,
      credential: cred,
      at: at ?? iat * 1_000,
      until: exp * 1_000,
    },
  };
}

const maxTokens = 2_000;

/**
 * Caches the content of valid tokens until they expire; the least recently used is dropped first.
 */
class VerifiedTokens<Content extends object> {
  readonly #entries = new LRUCache<string, Content>({
    max: maxTokens,
    ttlResolution: 0,
    // Tokens expire by the wall clock.
    perf: { now: () => Date.now() },
  });

  find(token: string): Content | undefined {
    return this.#entries.get(token);
  }

  add(token: string, content: Content, expiresAtMs: number): void {
    const ttl = expiresAtMs - Date.now();
    if (ttl > 0) this.#entries.set(token, content, { ttl });
  }
}
