import { z } from 'zod';

/** Characters that parsers of addresses drop or read as others, so that people see another host. */
const misread = /[\s\\\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns the schema of an address at most 2,000 characters long, without a user name or a
 * password. Every reader of it sees the host that is asked.
 */
export function addressSchema(protocols: readonly string[] = ['http', 'https']) {
  // `z.url` would repair white space before a check could see it.
  return z
    .string()
    .trim()
    .max(2_000)
    .refine(
      (address) => !misread.test(address),
      'must not hold white space, backslashes or control characters',
    )
    .superRefine((address, { addIssue }) => {
      const found = URL.parse(address)?.protocol.slice(0, -1);
      if (found !== undefined && protocols.includes(found)) return;
      const message = `must be a URL that begins with ${protocols.map((one) => `${one}:`).join(' or ')}`;
      addIssue({ code: 'invalid_format', format: 'url', message });
    })
    .refine((address) => {
      const url = URL.parse(address);
      return !url?.username && !url?.password;
    }, 'must not hold a user name or a password');
}

/** Returns the schema of an address to which paths are added: it has no query and no fragment. */
export function baseAddressSchema(protocols?: readonly string[]) {
  return addressSchema(protocols).refine(
    (address) => !/[?#]/.test(address),
    'must not hold a query or a fragment',
  );
}
