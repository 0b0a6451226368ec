import { type Endpoint, insidePathOf } from '../endpoints/endpoint.ts';

/**
 * Returns the path with its parameters.
 *
 * @throws TypeError when one is missing.
 */
export function fillPath(
  endpoint: Pick<Endpoint, 'path' | 'insidePath'>,
  paths: 'gateway' | 'inside',
  params: Readonly<Record<string, string>> = {},
): string {
  const path = paths === 'gateway' ? endpoint.path : insidePathOf(endpoint);
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}

/**
 * Returns path and query of an endpoint on the gateway.
 *
 * @throws TypeError when a parameter of the path is missing.
 */
export function toAddress(
  endpoint: Pick<Endpoint, 'path'>,
  params?: Readonly<Record<string, string>>,
  query?: unknown,
): string {
  return fillPath(endpoint, 'gateway', params) + toQuery(query);
}

/** Returns `?a=b` without undefined values; empty if there are none. */
export function toQuery(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)] as [string, string]))}`;
}
