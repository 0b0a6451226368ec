import { isVisible, toName } from '@lectern/contracts';

/** What a client calls itself, on one line, without signs that hide or turn what stands beside them. */
export function showClientName(name: string | undefined): string | undefined {
  const shown = toName(name ?? '');
  return isVisible(shown) ? shown : undefined;
}

/** Whom an address belongs to: its site, or the program that takes its scheme. */
export function showDestination(address: string | null): string {
  if (!address || !URL.canParse(address)) return '';
  const { origin, protocol } = new URL(address);
  return origin === 'null' ? protocol : origin;
}
