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
  /** Until the answer's headers, and between parts of its body (5,000). */
  readonly silenceMs?: number;
  /** Until a connection stands, the name's lookup included (3,000). */
  readonly connectTimeoutMs?: number;
  /** Reading a larger answer fails. Without it there is no limit. */
  readonly maxAnswerBytes?: number;
}

/**
 * Fetches an address that a stranger named, without cookies. No redirect is followed: it is an
 * error, or the answer where `redirect` is `manual`.
 * @throws AddressRefusedError, itself or as the cause, for a protocol or an address that is not
 *   allowed.
 */
export type GuardedFetch = (
  address: string | URL,
  init?: Pick<globalThis.RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'redirect'>,
) => Promise<globalThis.Response>;

/** Addresses are checked where the connection takes them, so a name cannot change in between. */
export function openGuardedFetch(
  {
    silenceMs = 5_000,
    connectTimeoutMs = 3_000,
    maxAnswerBytes,
    ...guardOptions
  }: GuardedFetchOptions,
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
    // Nothing is looked up for an address in numbers.
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
