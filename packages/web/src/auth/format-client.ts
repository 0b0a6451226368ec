import { isVisible, toName } from '@lectern/contracts';

/** Returns the client's name on one line, without control characters that hide or reorder text. */
export function formatClientName(name: string | undefined): string | undefined {
  const shown = toName(name ?? '');
  return isVisible(shown) ? shown : undefined;
}

/** Returns the owner of an address: its host, or the scheme of a native application. */
export function formatDestination(address: string | null): string {
  if (!address || !URL.canParse(address)) return '';
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}
