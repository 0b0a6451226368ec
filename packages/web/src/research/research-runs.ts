import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Interval at which a run of another tab is read. */
const followMs = 2_000;

export const researchRunsQuery = queryOptions({
  queryKey: ['research'],
  queryFn: ({ signal }) => call('listResearch', { query: { limit: 100 }, signal }),
});

export function researchRunQuery(id: string) {
  return queryOptions({
    queryKey: ['research', id],
    queryFn: ({ signal }) => call('getResearch', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? followMs : false),
  });
}
