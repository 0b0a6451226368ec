import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, hasStatus } from './api-error.ts';
import { meQuery } from './session.ts';

const maxRetries = 2;

/** Set when the session ended while a page was open. */
export const sessionEndedKey = ['session-ended'];

/** Reads are retried while the suite is unavailable or limits requests. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < maxRetries && isWorthRetrying(error),
      retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

function isWorthRetrying(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 502;
}

/** Shows the sign-in form in place when the session has ended. Drafts are kept. */
function leaveWhenSignedOut(error: Error): void {
  if (!hasStatus(error, 401)) return;
  if (queryClient.getQueryData(meQuery.queryKey) === undefined) return;
  queryClient.setQueryData(sessionEndedKey, true);
  void queryClient.resetQueries({ queryKey: meQuery.queryKey });
}

/** Reads the queries whose keys begin with these again. */
export async function refreshQueries(
  ...queries: readonly { readonly queryKey: QueryKey }[]
): Promise<void> {
  await Promise.all(queries.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
}
