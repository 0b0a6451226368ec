import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describeIssuer, type ListeningApp, listenOnFreePort } from '@lectern/testing';

/** An OpenID provider that says what a clause tells it to. */
export interface FakeIssuer extends ListeningApp {
  readonly clientId: string;
  /** Claims of the next ID token, over the right ones. */
  claims: Readonly<Record<string, unknown>>;
  /** What is wrong with the next ID token. */
  fault: 'none' | 'no token' | 'signed by another key' | 'not signed';
  /** Of the sign-in that is under way. */
  nonce: string;
}

export async function startFakeIssuer(): Promise<FakeIssuer> {
  const clientId = 'lectern';
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const createToken = () => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: server.url,
      aud: clientId,
      iat: now,
      exp: now + 60,
      nonce: issuer.nonce,
      ...issuer.claims,
    };
    if (issuer.fault === 'not signed') return `${encode({ alg: 'none' })}.${encode(claims)}.`;
    return signToken(issuer.fault === 'none' ? privateKey : other.privateKey, claims);
  };
  const answer = (path: string | undefined): unknown => {
    switch (path) {
      case '/.well-known/openid-configuration':
        return describeIssuer(server.url);
      case '/jwks':
        return { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'k' }] };
      case '/token':
        return {
          access_token: 'outside',
          token_type: 'Bearer',
          ...(issuer.fault !== 'no token' && { id_token: createToken() }),
        };
      default:
        return issuer.claims;
    }
  };
  const server = await listenOnFreePort((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(request.url)));
  });
  const issuer: FakeIssuer = Object.assign(server, {
    clientId,
    claims: {},
    fault: 'none' as const,
    nonce: '',
  });
  return issuer;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function signToken(key: KeyObject, claims: object): string {
  const signed = `${encode({ alg: 'ES256', kid: 'k', typ: 'JWT' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
