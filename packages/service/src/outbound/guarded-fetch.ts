import type { LookupFunction } from 'node:net';
import { Agent, fetch, type RequestInit as UndiciRequestInit } from 'undici';
import type { OnClose } from '../run-service.ts';
import {
  type AddressGuard,
  type AddressGuardOptions,
  createAddressGuard,
} from './address-guard.ts';
import { limitBody } from './limit-body.ts';

export interface GuardedFetchOptions extends AddressGuardOptions {
  /** Time limit for the response's headers, and between parts of its body. Default 5,000. */
  readonly silenceMs?: number;
  /** Reading a larger response fails. Default: no limit. */
  readonly maxAnswerBytes?: number;
}

/**
 * Fetches an address of an untrusted source, without cookies. Redirects are not followed: they are
 * an error, or the response if `redirect` is `manual`.
 * @throws AddressRefusedError, itself or as the cause, for a protocol or an address that is not
 *   allowed.
 */
export type GuardedFetch = (
  address: string | URL,
  init?: Pick<globalThis.RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'redirect'>,
) => Promise<globalThis.Response>;

/** Time limit for a connection, including the lookup. */
const connectTimeoutMs = 3_000;

/** Addresses are checked when the connection is made, so that a name cannot change in between. */
export function openGuardedFetch(
  { silenceMs = 5_000, maxAnswerBytes, ...guardOptions }: GuardedFetchOptions,
  onClose: OnClose,
): GuardedFetch {
  const guard = createAddressGuard(guardOptions);
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs, lookup: createLookup(guard) },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
  onClose(() => agent.destroy());

  return async (address, { method = 'GET', headers, body, signal, redirect } = {}) => {
    const url = new URL(address);
    // A numeric address needs no lookup.
    guard.requireUrl(url);
    const response = await fetch(url, {
      dispatcher: agent,
      redirect: redirect === 'manual' ? 'manual' : 'error',
      credentials: 'omit',
      method,
      headers: [...new globalThis.Headers(headers)],
      ...(body != null && { body: body as UndiciRequestInit['body'], duplex: 'half' }),
      signal: signal ?? null,
    });
    const answer = response as globalThis.Response;
    return maxAnswerBytes === undefined ? answer : limitBody(answer, maxAnswerBytes);
  };
}

function createLookup(guard: AddressGuard): LookupFunction {
  return (host, { all }, callback) => {
    guard.findAddresses(host).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else if (first) callback(null, first.address, first.family);
        else callback(new Error('the host has no address'), '');
      },
      (error: Error) => callback(error, ''),
    );
  };
}
