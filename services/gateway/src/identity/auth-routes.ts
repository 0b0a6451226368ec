import { AppError, requestIdHeader } from '@lectern/contracts';
import { APIError } from 'better-auth/api';
import { toNodeHandler } from 'better-auth/node';
import type { Express, RequestHandler, Response } from 'express';
import { clientAddressHeader } from './client-address.ts';
import type { Auth } from './create-auth.ts';
import { assertOwnOrigin } from './origins.ts';

export interface AuthRoutesOptions {
  readonly auth: Auth;
  readonly ownOrigins: readonly string[];
  readonly limitByAddress: RequestHandler;
}

/** People, teams and invitations change by our own routes only, which write the audit log. */
const closedPaths = [
  '/api/auth/admin/{*any}',
  /^\/api\/auth\/organization\/(?!(?:create|list|set-active)\/?$)/,
];

/** better-auth's own routes under `/api/auth`. They read bodies themselves. */
export function mountAuthRoutes(
  app: Express,
  { auth, ownOrigins, limitByAddress }: AuthRoutesOptions,
): void {
  const handle = toNodeHandler(auth);
  app.all(closedPaths, () => {
    throw new AppError('not_found');
  });
  app.post(['/api/auth/sign-in/{*any}', '/api/auth/oauth2/register'], limitByAddress);
  app.all('/api/auth/oauth2/authorize', limitByAddress);
  app.get('/.well-known/oauth-{*any}', (request, response) => handle(request, response));
  app.all('/api/auth/{*any}', async (request, response) => {
    assertOwnOrigin(request, ownOrigins);
    request.headers[clientAddressHeader] = request.ip;
    request.headers[requestIdHeader] = request.id;
    await handle(request, response).catch((error: unknown) => answerError(error, response));
  });
}

/** better-auth's refusals keep its form, for its clients; what broke is answered in ours. */
function answerError(error: unknown, response: Response): void {
  if (!(error instanceof APIError)) throw error;
  if (error.statusCode >= 500) {
    throw new AppError('service_unavailable', undefined, { cause: error });
  }
  for (const [name, value] of new Headers(error.headers)) response.append(name, value);
  response.status(error.statusCode).json(error.body ?? { message: error.message });
}
