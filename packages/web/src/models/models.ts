import type { ModelConnection } from '@lectern/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { readAllPages } from '../api/read-all-pages.ts';
import { useTexts } from '../i18n/language.tsx';

const staleMs = 30_000;

/** The models that the person may use, the default first. */
export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) =>
    readAllPages((query) => call('listModelConnections', { query, signal }), 'models'),
  staleTime: staleMs,
});

/** Returns the models that the person may use; the built-in one is named in the page's language. */
export function useModels(): readonly ModelConnection[] {
  const { built_in } = useTexts('models');
  const models = useQuery(modelsQuery).data ?? [];
  return models.map((one) => (canRead(one) ? one : { ...one, name: built_in, model: built_in }));
}

/** Returns whether a model can read, and not only quote. */
export function canRead({ provider }: Pick<ModelConnection, 'provider'>): boolean {
  return provider !== 'built_in';
}
