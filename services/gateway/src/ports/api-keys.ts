import type { ApiKey, Role, Scope } from '@lectern/contracts';

/** Whose key it is, as far as the owner is still an enabled member. */
export interface KeyOwner {
  readonly keyId: string;
  readonly userId: string;
  readonly organisationId: string;
  readonly role: Role;
  /** What the key was made for; the owner may meanwhile have less. */
  readonly scopes: readonly Scope[];
  /** Milliseconds since the epoch; undefined: never. */
  readonly expiresAt: number | undefined;
}

export interface NewApiKey {
  readonly userId: string;
  readonly organisationId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number | undefined;
}

export interface ApiKeys {
  /** Makes a key and gives its secret, which is kept hashed only. */
  add(key: NewApiKey): Promise<ApiKey & { readonly key: string }>;
  /** The owner of a key that is neither expired nor switched off; notes that it was used. */
  findOwner(key: string): Promise<KeyOwner | undefined>;
  /** A person's keys in one organisation, newest first. */
  list(userId: string, organisationId: string): Promise<readonly ApiKey[]>;
  /** Gives false when the person has no such key in this organisation. */
  remove(id: string, userId: string, organisationId: string): Promise<boolean>;
}
