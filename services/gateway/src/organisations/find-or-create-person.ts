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
 * The id of the person of this address, who is made when there is none.
 *
 * @throws AppError `unauthorized` when there is one with another password, `invalid_request` for a
 *   new one with a password that leaked.
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
      // Another request may have made the person of this address meanwhile.
      found = await internalAdapter.findUserByEmail(person.email);
      if (!found) throw error;
    }
  }
  if (await passwords.isRight(found.user.id, person.password)) return found.user.id;
  throw new AppError('unauthorized', 'This is not the password of your account.');
}
