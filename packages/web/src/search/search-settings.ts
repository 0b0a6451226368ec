import type { SearchRequest } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { type Scope, toScopeFilter } from '../library/scope.ts';
import type { Condition } from './parse-filter.ts';
import type { SearchSettings } from './search-options.ts';

export interface SearchInput {
  readonly query: string;
  readonly scope: Scope;
  readonly conditions: readonly Condition[];
  readonly settings: SearchSettings;
  readonly explain: boolean;
  readonly isGrouped: boolean;
}

function toSearchRequest({
  query,
  scope,
  conditions,
  settings,
  explain,
  isGrouped,
}: SearchInput): SearchRequest {
  const { mode, fusion, weight, rerank, recency, limit } = settings;
  return {
    query,
    limit,
    mode,
    highlight: true,
    explain,
    ...(conditions.length > 0 && { metadata_filter: [...conditions] }),
    ...(fusion !== 'default' && { fusion }),
    ...(mode === 'hybrid' && weight !== undefined && { dense_weight: weight }),
    ...(isGrouped && { group_by: 'document' as const }),
    ...(rerank && { rerank }),
    ...(recency > 0 && { recency_boost: recency }),
    ...toScopeFilter(scope),
  };
}

export function searchQuery(input: SearchInput) {
  return queryOptions({
    queryKey: ['search', input],
    queryFn: ({ signal }) => call('search', { body: toSearchRequest(input), signal }),
    enabled: input.query !== '',
    staleTime: 60_000,
  });
}
