import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

export interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly loading?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Renders the data of a query, its loading state or its error. */
export function QueryView<Data>({ query, loading, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  }
  return loading ?? <Loading />;
}
