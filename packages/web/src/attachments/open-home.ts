import type { GrantList } from '@lectern/contracts';

interface Known {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly permission: string;
}

export interface HomeOptions {
  readonly user: { readonly id: string; readonly email: string };
  /** Collections that the person can see. */
  readonly collections: readonly Known[];
  readonly readGrants: (id: string) => Promise<GrantList>;
  /** Undefined if the name is taken. */
  readonly create: (name: string) => Promise<{ readonly id: string } | undefined>;
}

const maxNames = 50;

/**
 * Returns the collection that holds the person's attachments, and creates it if needed. Another
 * person may take its name first and grant access to it, so a collection with grants for others is
 * skipped.
 */
export async function openHome({
  user,
  collections,
  readGrants,
  create,
}: HomeOptions): Promise<{ readonly id: string }> {
  // Top-level names are unique in the organisation; an email address belongs to one person.
  const first = `Attachments of ${user.email}`;
  for (let number = 1; number <= maxNames; number += 1) {
    const name = number === 1 ? first : `${first} (${number})`;
    const known = collections.find((one) => one.parent_id === null && one.name === name);
    const home = known ? await checkOwnership(known, user.id, readGrants) : await create(name);
    if (home) return home;
  }
  throw new Error('no name is free');
}

/**
 * Returns true if a collection is inside one that belongs to the person alone. The description is
 * no proof, because anyone may write it and grant access.
 */
export async function isInOwnHome(
  id: string,
  { user, collections, readGrants }: Omit<HomeOptions, 'create'>,
): Promise<boolean> {
  const parentId = collections.find((one) => one.id === id)?.parent_id;
  const home = collections.find((one) => one.id === parentId);
  if (!home || home.parent_id !== null) return false;
  return (await checkOwnership(home, user.id, readGrants)) !== undefined;
}

async function checkOwnership(
  known: Known,
  userId: string,
  readGrants: HomeOptions['readGrants'],
): Promise<Known | undefined> {
  if (known.permission !== 'manage') return undefined;
  const { grants } = await readGrants(known.id);
  const isOwn = grants.every(({ grantee }) => grantee.type === 'user' && grantee.id === userId);
  return isOwn ? known : undefined;
}
