import { createUnreachable, toApiError } from './api-error.ts';

/** `fetch` that throws an `ApiError` for an error response and for an unreachable network. */
export const fetchOrThrow: typeof fetch = async (input, init) => {
  const response = await fetch(input, init).catch((error: unknown) => {
    if (init?.signal?.aborted) throw error;
    throw createUnreachable();
  });
  if (response.ok) return response;
  throw toApiError(response.status, await response.json().catch(() => undefined));
};
