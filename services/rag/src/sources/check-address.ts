import { AddressRefusedError } from '@lectern/service';
import { invalidField, type SourceContext } from './source-adapter.ts';

/**
 * Checks an address of a server before it is stored.
 * @throws AppError `invalid_request` with the field.
 */
export async function checkAddress(
  field: string,
  address: string,
  { guard, privateHosts }: Pick<SourceContext, 'guard' | 'privateHosts'>,
): Promise<void> {
  try {
    const url = URL.parse(address);
    if (!url) throw new AddressRefusedError('is not an address');
    await guard.check(requirePlainRight(url, privateHosts));
  } catch (error) {
    // A name that cannot be resolved now may be resolved later.
    if (error instanceof AddressRefusedError) {
      throw invalidField(field, error.message, { rule: 'address' });
    }
  }
}

/** @throws AddressRefusedError for plain http to a host outside the permitted private ones. */
export function requirePlainRight(url: URL, privateHosts: readonly string[]): URL {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol === 'http:' && !privateHosts.includes(host)) {
    throw new AddressRefusedError('the address is not https');
  }
  return url;
}
