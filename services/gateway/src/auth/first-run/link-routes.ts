import { AppError, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Database } from '../../database/tables.ts';
import type { Upstream } from '../../proxy/upstream.ts';
import type { Auth } from '../better-auth/create-auth.ts';
import type { InternalTokens } from '../internal-tokens/internal-tokens.ts';
import type { OneTimeTokens } from '../one-time-links/one-time-tokens.ts';
import type { LeakedPasswords } from '../passwords/leaked-passwords.ts';
import { startSession } from '../sessions/start-session.ts';
import { addSharedCollection } from './add-shared-collection.ts';
import { createFirstOwner } from './first-owner.ts';

export interface LinkRoutesOptions {
  readonly auth: Auth;
  readonly database: Database;
  readonly leakedPasswords: LeakedPasswords;
  readonly oneTimeTokens: OneTimeTokens;
  readonly internalTokens: InternalTokens;
  readonly rag: Upstream;
}

/** Mounts links that work once: setup of the first owner, and sign-in by a printed link. */
export function mountLinkRoutes(
  routes: EndpointRoutes,
  { auth, database, leakedPasswords, oneTimeTokens, internalTokens, rag }: LinkRoutesOptions,
): void {
  routes.mount(endpoints.signInByLink, async ({ request, response, query }) => {
    const userId = await oneTimeTokens.useSignIn(query.token ?? '', (person) =>
      startSession(auth, person, { request, response }),
    );
    response.setHeader('cache-control', 'no-store');
    response.redirect(303, userId ? '/' : '/#link-expired');
  });

  routes.mount(endpoints.setUp, async ({ request, response, body: { token, ...person } }) => {
    await leakedPasswords.refuse(person.password);
    const isValid = await oneTimeTokens.isValidSetup(token);
    const make = () => createFirstOwner(auth, database, person);
    const owner = isValid && (await oneTimeTokens.setUp(make));
    if (!owner) {
      throw new AppError(
        'forbidden',
        'This link was used or has expired. Restart the gateway to get a new one.',
      );
    }
    // From now on the link is rejected in any case, since there is a person.
    await oneTimeTokens.endSetup().catch((error: unknown) => {
      request.log.warn({ err: error }, 'the used link could not be removed');
    });
    await addSharedCollection({ internalTokens, rag }, owner).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the shared collection could not be created');
    });
    await startSession(auth, owner.userId, { request, response });
    return { user_id: owner.userId, organisation_id: owner.organisationId };
  });
}
