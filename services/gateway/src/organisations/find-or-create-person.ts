import { AppError } from '@lectern/contracts';
import type { Auth } from '../auth/better-auth/create-auth.ts';
import type { LeakedPasswords } from '../auth/passwords/leaked-passwords.ts';
import type { Passwords } from '../auth/passwords/passwords.ts';

export interface FindOrCreateOptions {
  readonly auth: Auth;
  readonly passwords: Passwords;
  readonly leakedPasswords: LeakedPasswords;
}

/**
 * Returns the id of the person with this email address, who is created if there is none.
 *
 * @throws AppError `unauthorized` when the password is wrong, `invalid_request` for a new person
 *   with a leaked password.
 */
export async function findOrCreatePerson(
  { auth, passwords, leakedPasswords }: FindOrCreateOptions,
  person: { readonly email: string; readonly name: string; readonly password: string },
): Promise<string> {
  const { internalAdapter } = await auth.$context;
  let found = await internalAdapter.findUserByEmail(person.email);
  if (!found) {
    await leakedPasswords.refuse(person.password);
    try {
      return (await auth.api.createUser({ body: person })).user.id;
    } catch (error) {
      // Another request may have created the person in the meantime.
      found = await internalAdapter.findUserByEmail(person.email);
      if (!found) throw error;
    }
  }
  if (await passwords.isRight(found.user.id, person.password)) return found.user.id;
  throw new AppError('unauthorized', 'The password of your account is wrong.');
}
