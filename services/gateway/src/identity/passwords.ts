import type { Auth } from './create-auth.ts';

export interface Passwords {
  /** False also for a person without a password. */
  isRight(userId: string, password: string): Promise<boolean>;
  /** Also ends all sessions of the person, and sign-ins that wait for a second factor. */
  set(userId: string, password: string): Promise<void>;
}

/** Passwords where better-auth keeps them. */
export function createPasswords(auth: Auth): Passwords {
  return {
    async isRight(userId, password) {
      const { internalAdapter, password: hasher } = await auth.$context;
      const accounts = await internalAdapter.findAccounts(userId);
      const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password;
      return !!hash && hasher.verify({ hash, password });
    },

    async set(userId, password) {
      const { adapter, internalAdapter, password: hasher } = await auth.$context;
      const hash = await hasher.hash(password);
      const accounts = await internalAdapter.findAccounts(userId);
      if (accounts.some(({ providerId }) => providerId === 'credential')) {
        await internalAdapter.updatePassword(userId, hash);
      } else {
        await internalAdapter.linkAccount({
          userId,
          providerId: 'credential',
          accountId: userId,
          password: hash,
        });
      }
      const ofPerson = [{ field: 'value', value: userId }];
      await adapter.deleteMany({ model: 'verification', where: ofPerson });
      await internalAdapter.deleteUserSessions(userId);
    },
  };
}
