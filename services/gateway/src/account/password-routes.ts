import { AppError, resetPasswordSchema } from '@lectern/contracts';
import { validate } from '@lectern/service';
import { type Express, json, type RequestHandler } from 'express';
import type { Audit } from '../audit/audit.ts';
import { assertOwnOrigin } from '../identity/origins.ts';
import type { Passwords } from '../identity/passwords.ts';
import type { Memberships } from '../ports/memberships.ts';
import type { OneTimeTokens } from '../ports/one-time-tokens.ts';

export interface PasswordRoutesOptions {
  readonly passwords: Passwords;
  readonly memberships: Memberships;
  readonly oneTimeTokens: OneTimeTokens;
  readonly audit: Audit;
  readonly ownOrigins: readonly string[];
  /** Slows down who guesses. */
  readonly limitByAddress: RequestHandler;
}

/** Setting a new password by a link that an administrator made. */
export function mountPasswordRoutes(app: Express, options: PasswordRoutesOptions): void {
  const { passwords, memberships, oneTimeTokens, audit, ownOrigins, limitByAddress } = options;

  app.post('/api/password-resets', limitByAddress, json(), async (request, response) => {
    assertOwnOrigin(request, ownOrigins);
    const { token, password } = validate(resetPasswordSchema, request.body);
    const userId = await oneTimeTokens.takePassword(token);
    if (!userId) {
      throw new AppError('forbidden', 'This link was used or has expired. Ask for another.');
    }
    await passwords.set(userId, password);
    for (const { id } of await memberships.listOrganisations(userId)) {
      await audit(request, {
        action: 'password.reset',
        target: userId,
        actorId: userId,
        organisationId: id,
      });
    }
    response.status(204).end();
  });
}
