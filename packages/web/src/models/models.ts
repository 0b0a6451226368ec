import type { ModelConnection } from '@lectern/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { readAllPages } from '../api/read-all-pages.ts';

const staleMs = 30_000;

/** The models that the person may use, the default first. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) =>
    readAllPages((query) => call('listModelConnections', { query, signal }), 'models'),
  staleTime: staleMs,
});

export function useModels(): readonly ModelConnection[] {
  return useQuery(modelsQuery).data ?? [];
}

/** Returns whether a model can read, and not only quote. */
export function canRead({ provider }: Pick<ModelConnection, 'provider'>): boolean {
  return provider !== 'built_in';
}
