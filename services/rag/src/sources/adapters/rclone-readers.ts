import { z } from 'zod';

/** Storage systems whose files name their readers. */
export const readerBackends: ReadonlySet<string> = new Set(['drive', 'onedrive']);

const drivePermissionsSchema = z.array(
  z.object({
    type: z.string(),
    emailAddress: z.string().optional(),
    deleted: z.boolean().optional(),
    pendingOwner: z.boolean().optional(),
    expirationTime: z.string().optional(),
    /** Named where the person sees less than the content. */
    view: z.string().optional(),
  }),
);

const identitySchema = z
  .object({
    user: z
      .object({
        id: z.string().optional(),
        email: z.string().optional(),
        loginName: z.string().optional(),
        displayName: z.string().optional(),
      })
      .optional(),
  })
  .optional();
const onedrivePermissionsSchema = z.array(
  z.object({
    roles: z.array(z.string()).optional(),
    grantedTo: identitySchema,
    grantedToV2: identitySchema,
    grantedToIdentities: z.array(identitySchema).optional(),
    grantedToIdentitiesV2: z.array(identitySchema).optional(),
  }),
);

/**
 * Returns the addresses of the people that the metadata of a file names as readers. Groups, domains
 * and links are left out, and so is what cannot be read: nobody gets a right that is not named.
 */
export function findReaders(
  backend: string | undefined,
  { owner, permissions = '[]' }: Readonly<Record<string, string>> = {},
): string[] {
  const found =
    backend === 'drive' ? listDriveReaders(permissions, owner) : listOnedriveReaders(permissions);
  const emails = found.flatMap((text) => /^[^\s@|]+@[^\s@|]+$/.exec(text ?? '')?.[0] ?? []);
  return [...new Set(emails.map((email) => email.toLowerCase()))].toSorted();
}

function listDriveReaders(permissions: string, owner: string | undefined): (string | undefined)[] {
  const people = parse(drivePermissionsSchema, permissions).filter(
    ({ type, deleted, pendingOwner, expirationTime, view }) =>
      type === 'user' &&
      !deleted &&
      !pendingOwner &&
      !view &&
      (expirationTime === undefined || Date.parse(expirationTime) > Date.now()),
  );
  return [owner, ...people.map(({ emailAddress }) => emailAddress)];
}

function listOnedriveReaders(permissions: string): (string | undefined)[] {
  return parse(onedrivePermissionsSchema, permissions)
    .filter(({ roles = [] }) => roles.some((role) => ['read', 'write', 'owner'].includes(role)))
    .flatMap((permission) => [
      permission.grantedTo,
      permission.grantedToV2,
      ...(permission.grantedToIdentities ?? []),
      ...(permission.grantedToIdentitiesV2 ?? []),
    ])
    .map((identity) => identity?.user)
    .flatMap((user) => {
      // People choose the names by which they are shown, unless the address is all that is known.
      const name = user?.id === undefined ? user?.displayName : undefined;
      return [user?.email, user?.id, user?.loginName?.split('|').at(-1), name];
    });
}

function parse<Items extends readonly unknown[]>(schema: z.ZodType<Items>, text: string) {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}
