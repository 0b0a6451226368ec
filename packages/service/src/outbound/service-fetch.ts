import { Agent, fetch, RoundRobinPool, type RequestInit as UndiciRequestInit } from 'undici';

/**
 * Opens connections to our own services. Each may lead to another replica: they are used in turn,
 * where undici prefers the first, and end after five seconds.
 */
export function openServiceAgent(options: Agent.Options = {}): Agent {
  return new Agent({
    connect: { timeout: 2_000 },
    clientTtl: 5_000,
    factory: (origin, poolOptions) => new RoundRobinPool(origin, poolOptions),
    ...options,
  });
}

const agent = openServiceAgent();

/** Fetches from our own services. */
export async function serviceFetch(
  address: string | URL,
  { headers, ...init }: RequestInit = {},
): Promise<Response> {
  const response = await fetch(address, {
    ...(init as UndiciRequestInit),
    headers: [...new Headers(headers)],
    dispatcher: agent,
  });
  return response as globalThis.Response;
}
