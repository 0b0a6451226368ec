import { AppError, authPath, wellKnownPath } from '@lectern/contracts';
import { isUniqueViolation } from '@lectern/service';
import { isAPIError } from 'better-auth/api';
import type { Express, RequestHandler, Response } from 'express';
import { type SignInAttemptDelay, toAccountKey } from '../../rate-limits/delay-sign-in-attempts.ts';
import { assertOwnOrigin } from '../caller/origins.ts';
import { addErrorForm } from './add-error-form.ts';
import { correctMetadata } from './correct-metadata.ts';
import { correctTokenError } from './correct-token-error.ts';
import type { Auth } from './create-auth.ts';
import { failOnDatabaseError } from './fail-on-database-error.ts';
import {
  authMetadataPaths,
  findUnknownParameter,
  isOpenAuthRoute,
  limitedAuthPaths,
  slowedAuthPaths,
} from './open-auth-paths.ts';
import { hashAsTryFor } from './password-hash-queue.ts';
import { requireFormBody } from './require-form-body.ts';
import { toAuthRequest } from './to-auth-request.ts';

const tokenPath = `${authPath}/oauth2/token`;

export interface AuthRoutesOptions {
  readonly auth: Auth;
  readonly publicUrl: string;
  readonly ownOrigins: readonly string[];
  readonly limitByAddress: RequestHandler;
  /** Slows attempts for one account down, over all addresses. */
  readonly accounts: Pick<SignInAttemptDelay, 'wait'>;
}

/** Mounts the open part of better-auth's routes. */
export function mountAuthRoutes(
  app: Express,
  { auth, publicUrl, ownOrigins, limitByAddress, accounts }: AuthRoutesOptions,
): void {
  const tryFor = async <Result>(account: string, work: () => Promise<Result>) => {
    await accounts.wait(account);
    return hashAsTryFor(account, work);
  };
  const handle: RequestHandler = async (request, response) => {
    const asked = await toAuthRequest(request, publicUrl);
    const ask = () => failOnDatabaseError(() => askBetterAuth(auth, asked));
    const answer = slowedAuthPaths.has(request.path)
      ? await tryFor(toAccountKey(await readEmail(asked)), ask)
      : await ask();
    await send(await correct(answer, request.path), response, request.id);
  };

  app.all([`${authPath}/{*any}`, `${wellKnownPath}/{*any}`], (request, _response, next) => {
    if (!isOpenAuthRoute(request.method, request.path)) throw new AppError('not_found');
    const unknown = findUnknownParameter(request.path, Object.keys(request.query));
    if (unknown !== undefined) {
      const message = `${unknown}: is not a known field`;
      throw new AppError('invalid_request', message, { details: { field: unknown } });
    }
    next();
  });
  app.get(`${wellKnownPath}/{*any}`, handle);
  app.all(`${authPath}/{*any}`, (request, _response, next) => {
    assertOwnOrigin(request, ownOrigins);
    next();
  });
  app.all([...limitedAuthPaths], limitByAddress);
  app.post(
    ['token', 'introspect', 'revoke'].map((name) => `${authPath}/oauth2/${name}`),
    requireFormBody,
  );
  app.all(`${authPath}/{*any}`, handle);
}

/** `path` is the full path of the request. */
async function correct(answer: globalThis.Response, path: string): Promise<globalThis.Response> {
  if (authMetadataPaths.has(path)) return correctMetadata(answer);
  return path === tokenPath ? correctTokenError(answer) : answer;
}

/** Returns the email address in the body of a sign-in, which better-auth accepts in two forms. */
async function readEmail(asked: globalThis.Request): Promise<unknown> {
  const text = await asked.clone().text();
  if (asked.headers.get('content-type')?.includes('form')) {
    return new URLSearchParams(text).get('email');
  }
  return text === '' ? undefined : (JSON.parse(text) as { email?: unknown } | null)?.email;
}

/** Returns better-auth's errors, returned or thrown, as responses; defects and outages throw. */
async function askBetterAuth(auth: Auth, request: globalThis.Request) {
  return handleOnceMore(auth, request).catch((error: unknown) => {
    // better-auth checks the name before it adds it: two concurrent requests both find it free.
    if (isUniqueViolation(error)) {
      throw new AppError('invalid_request', 'This name is already taken.', { cause: error });
    }
    if (!isAPIError(error)) throw error;
    if (error.statusCode >= 500) {
      throw new AppError('service_unavailable', undefined, { cause: error });
    }
    const headers = new Headers(error.headers);
    headers.set('content-type', 'application/json');
    const body = JSON.stringify(error.body ?? { message: error.message });
    return new globalThis.Response(body, { status: error.statusCode, headers });
  });
}

/**
 * Repeats one of two concurrent consents for a client: only one row is added, and the second try
 * finds it.
 */
async function handleOnceMore(auth: Auth, request: globalThis.Request) {
  const same = request.clone();
  return auth.handler(request).catch((error: unknown) => {
    if (!isUniqueViolation(error, 'oauthConsent_one_key')) throw error;
    return auth.handler(same);
  });
}

async function send(
  answer: globalThis.Response,
  response: Response,
  requestId: string,
): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers) response.append(name, value);
  response.status(answer.status);
  const retryAfter = findRetryAfter(answer);
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
  const refusal = addErrorForm(answer.status, readAnswer(answer, body), { requestId, retryAfter });
  if (!refusal) {
    response.end(body);
    return;
  }
  response.removeHeader('content-length');
  response.json(refusal);
}

/** Parses a JSON response: empty as an object, undefined for a page or a text. */
function readAnswer({ headers }: globalThis.Response, body: Buffer): unknown {
  if (body.length === 0) return {};
  return headers.get('content-type')?.includes('json') ? JSON.parse(body.toString()) : undefined;
}

/**
 * Used where the library does not say how long it refuses, as for an account with a locked second
 * factor.
 */
const unknownWaitSeconds = 60;

function findRetryAfter({ status, headers }: globalThis.Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const said = Number(headers.get('retry-after') ?? headers.get('x-retry-after'));
  return said > 0 ? Math.ceil(said) : unknownWaitSeconds;
}
