import { AppError, passwordSchema } from '@lectern/contracts';
import { validate } from '@lectern/service';
import { type Express, json, type RequestHandler } from 'express';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Auth } from '../identity/create-auth.ts';
import { assertOwnOrigin } from '../identity/origins.ts';
import { startSession } from '../identity/start-session.ts';
import type { OneTimeTokens } from '../ports/one-time-tokens.ts';
import { createFirstOwner } from './first-owner.ts';

const setupSchema = z.strictObject({
  token: z.string().min(1).max(200),
  name: z.string().trim().min(1).max(200),
  email: z.email().max(200),
  password: passwordSchema,
});

export interface LinkRoutesOptions {
  readonly auth: Auth;
  readonly pool: Pool;
  readonly oneTimeTokens: OneTimeTokens;
  readonly ownOrigins: readonly string[];
  /** Slows down who guesses. */
  readonly limitByAddress: RequestHandler;
}

/** Links that work once: the first owner's setup, and signing in from a printed link. */
export function mountLinkRoutes(app: Express, options: LinkRoutesOptions): void {
  const { auth, pool, oneTimeTokens, ownOrigins, limitByAddress } = options;

  app.get('/sign-in', limitByAddress, async (request, response) => {
    const userId = await oneTimeTokens.takeSignIn(String(request.query.token ?? ''));
    if (userId) await startSession(auth, userId, request, response);
    response.setHeader('cache-control', 'no-store');
    response.redirect(303, userId ? '/' : '/#link-expired');
  });

  app.post('/api/setup', limitByAddress, json(), async (request, response) => {
    assertOwnOrigin(request, ownOrigins);
    const { token, ...person } = validate(setupSchema, request.body);
    const isValid = await oneTimeTokens.takeSetup(token);
    const owner = isValid && (await createFirstOwner(auth, pool, person));
    if (!owner) {
      throw new AppError('forbidden', 'This link was used or has expired. Restart to get another.');
    }
    await startSession(auth, owner.userId, request, response);
    response.status(201).json({ user_id: owner.userId, organisation_id: owner.organisationId });
  });
}
