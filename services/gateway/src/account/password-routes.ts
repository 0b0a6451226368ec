import { AppError, endpoints } from '@lectern/contracts';
import type { EndpointRoutes } from '@lectern/service';
import type { Audit } from '../audit/audit.ts';
import type { OneTimeTokens } from '../auth/one-time-links/one-time-tokens.ts';
import { removePasskeys } from '../auth/passkeys/passkeys.ts';
import type { LeakedPasswords } from '../auth/passwords/leaked-passwords.ts';
import type { Passwords } from '../auth/passwords/passwords.ts';
import type { Memberships } from '../members/memberships.ts';

export interface PasswordRoutesOptions {
  readonly passwords: Passwords;
  readonly leakedPasswords: LeakedPasswords;
  readonly memberships: Memberships;
  readonly oneTimeTokens: OneTimeTokens;
  readonly audit: Audit;
}

/** Mounts the route that sets a new password by a link of an administrator. */
export function mountPasswordRoutes(
  routes: EndpointRoutes,
  { passwords, leakedPasswords, memberships, oneTimeTokens, audit }: PasswordRoutesOptions,
): void {
  routes.mount(endpoints.resetPassword, async ({ request, body: { token, password } }) => {
    const refusal = new AppError(
      'forbidden',
      'This link was used or has expired. Ask for a new one.',
    );
    // Hashing is expensive, and the route is public.
    if (!(await oneTimeTokens.isValidPassword(token))) throw refusal;
    await leakedPasswords.refuse(password);
    const hash = await passwords.hash(password);
    // One transaction: a link whose password was not set stays valid.
    const userId = await oneTimeTokens.usePassword(token, async (client, person) => {
      await passwords.endSessions(person);
      await passwords.set(client, person, hash);
      await removePasskeys(client, person);
    });
    if (!userId) throw refusal;
    for (const { id } of await memberships.listOrganisations(userId)) {
      await audit(request, {
        action: 'password.reset',
        target: userId,
        actorId: userId,
        organisationId: id,
      });
    }
  });
}
