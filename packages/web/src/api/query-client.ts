import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { createStore } from '../lib/create-store.ts';
import { addressOf } from './address-of.ts';
import { ApiError, hasStatus } from './api-error.ts';
import { meQuery } from './session.ts';

const maxRetries = 2;

/** Set when the session ended while a page was open. */
export const sessionEndedKey = ['session-ended'];

/** Reads are retried while the suite is unavailable or limits requests. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      leaveWhenSignedOut(error);
      if (isAway(error)) waitForSuite();
    },
  }),
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
  return isAway(error) || hasStatus(error, 429);
}

/** Returns true for an error that passes once the suite or one of its services is back. */
export function isAway(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

const maxWaitMs = 15_000;
let attempts = 0;
let isWaiting = false;

/** Number of times that the suite was away and is back. */
export const recoveries = createStore(0);

/** Reads the shown queries that failed again once the suite answers. */
function waitForSuite(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(recover, Math.min(1_000 * 2 ** attempts, maxWaitMs));
}

async function recover(): Promise<void> {
  attempts += 1;
  const answer = await fetch(addressOf('getHealth', {})).catch(() => undefined);
  const failed = { type: 'active', predicate: ({ state }: Query) => isAway(state.error) } as const;
  if (answer && answer.status < 500) await queryClient.refetchQueries(failed);
  isWaiting = false;
  if (queryClient.getQueryCache().findAll(failed).length > 0) return waitForSuite();
  attempts = 0;
  recoveries.set(recoveries.read() + 1);
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
