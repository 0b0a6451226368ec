import { toNodeHandler } from 'better-auth/node';
import type { Express, RequestHandler } from 'express';
import { type Auth, clientAddressHeader } from './create-auth.ts';
import { assertOwnOrigin } from './origins.ts';

export interface AuthRoutesOptions {
  readonly auth: Auth;
  readonly ownOrigins: readonly string[];
  readonly limitByAddress: RequestHandler;
}

/** better-auth's own routes under `/api/auth`. They read bodies themselves. */
export function mountAuthRoutes(
  app: Express,
  { auth, ownOrigins, limitByAddress }: AuthRoutesOptions,
): void {
  const handle = toNodeHandler(auth);
  app.post('/api/auth/sign-in/{*any}', limitByAddress);
  app.all('/api/auth/{*any}', async (request, response) => {
    assertOwnOrigin(request, ownOrigins);
    request.headers[clientAddressHeader] = request.ip;
    await handle(request, response);
  });
}
