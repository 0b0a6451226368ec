import { AppError } from '@lectern/contracts';
import { APIError } from 'better-auth/api';
import type { Express, RequestHandler, Response } from 'express';
import type { Auth } from './create-auth.ts';
import { authPath, isOpenAuthRoute } from './open-auth-paths.ts';
import { assertOwnOrigin } from './origins.ts';
import { toAuthRequest } from './to-auth-request.ts';

export interface AuthRoutesOptions {
  readonly auth: Auth;
  readonly publicUrl: string;
  readonly ownOrigins: readonly string[];
  readonly limitByAddress: RequestHandler;
}

const limitedPaths = ['/sign-in/email', '/oauth2/register', '/oauth2/authorize'];

/** better-auth's own routes, as far as they are open. */
export function mountAuthRoutes(
  app: Express,
  { auth, publicUrl, ownOrigins, limitByAddress }: AuthRoutesOptions,
): void {
  const handle: RequestHandler = async (request, response) => {
    const answer = await askBetterAuth(auth, await toAuthRequest(request, publicUrl));
    await send(answer, response);
  };

  app.all([`${authPath}/{*any}`, '/.well-known/{*any}'], (request, _response, next) => {
    if (!isOpenAuthRoute(request.method, request.path)) throw new AppError('not_found');
    next();
  });
  app.get('/.well-known/{*any}', handle);
  app.all(`${authPath}/{*any}`, (request, _response, next) => {
    assertOwnOrigin(request, ownOrigins);
    next();
  });
  app.all(
    limitedPaths.map((path) => authPath + path),
    limitByAddress,
  );
  app.all(`${authPath}/{*any}`, handle);
}

/** better-auth's refusals keep its form, for its clients; what broke is answered in ours. */
async function askBetterAuth(auth: Auth, request: globalThis.Request) {
  return auth.handler(request).catch((error: unknown) => {
    if (!(error instanceof APIError)) throw error;
    if (error.statusCode >= 500) {
      throw new AppError('service_unavailable', undefined, { cause: error });
    }
    const headers = new Headers(error.headers);
    headers.set('content-type', 'application/json');
    const body = JSON.stringify(error.body ?? { message: error.message });
    return new globalThis.Response(body, { status: error.statusCode, headers });
  });
}

async function send(answer: globalThis.Response, response: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers) response.append(name, value);
  response.status(answer.status).end(body);
}
