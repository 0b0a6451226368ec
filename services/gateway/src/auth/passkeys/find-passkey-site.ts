import { isIP } from 'node:net';
import { findOwnOrigins, loopbackNames } from '../sessions/origins.ts';

export interface PasskeySite {
  /** The name that passkeys are bound to (`rpId`). Under another one none of them works. */
  readonly name: string;
  readonly origins: readonly string[];
}

/** Undefined where browsers allow no passkeys: at a bare address, and without TLS but on loopback. */
export function findPasskeySite(publicUrl: string): PasskeySite | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  const origins = findOwnOrigins(publicUrl);
  if (loopbackNames.includes(hostname)) return { name: 'localhost', origins };
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  return protocol === 'https:' && isName ? { name: hostname, origins } : undefined;
}
