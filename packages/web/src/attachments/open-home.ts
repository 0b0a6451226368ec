import type { GrantList } from '@lectern/contracts';

interface Known {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly permission: string;
}

export interface HomeOptions {
  readonly user: { readonly id: string; readonly email: string };
  /** All that the person may see. */
  readonly collections: readonly Known[];
  readonly readGrants: (id: string) => Promise<GrantList>;
  /** Undefined where the name is taken. */
  readonly create: (name: string) => Promise<{ readonly id: string } | undefined>;
}

const maxNames = 50;

/**
 * The collection that holds the attached files of a person, made where there is none. Anybody may
 * take its name first and let the person in: one that others have rights in is passed over.
 */
export async function openHome({
  user,
  collections,
  readGrants,
  create,
}: HomeOptions): Promise<{ readonly id: string }> {
  // Names are unique for the whole organisation at the top; an address belongs to one person.
  const first = `Attachments of ${user.email}`;
  for (let number = 1; number <= maxNames; number += 1) {
    const name = number === 1 ? first : `${first} (${number})`;
    const known = collections.find((one) => one.parent_id === null && one.name === name);
    const home = known ? await keepOwn(known, user.id, readGrants) : await create(name);
    if (home) return home;
  }
  throw new Error('no name is free');
}

/**
 * Whether a collection lies in one that is the person's alone. Its description alone tells nothing:
 * anybody may write one, and let the person in.
 */
export async function isInOwnHome(
  id: string,
  { user, collections, readGrants }: Omit<HomeOptions, 'create'>,
): Promise<boolean> {
  const parentId = collections.find((one) => one.id === id)?.parent_id;
  const home = collections.find((one) => one.id === parentId);
  if (!home || home.parent_id !== null) return false;
  return (await keepOwn(home, user.id, readGrants)) !== undefined;
}

async function keepOwn(
  known: Known,
  userId: string,
  readGrants: HomeOptions['readGrants'],
): Promise<Known | undefined> {
  if (known.permission !== 'manage') return undefined;
  const { grants } = await readGrants(known.id);
  const isOwn = grants.every(({ grantee }) => grantee.type === 'user' && grantee.id === userId);
  return isOwn ? known : undefined;
}
