import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { LoadMore } from './load-more.tsx';
import { Loading } from './loading.tsx';

export interface PagedViewProps<Page, Item> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>;
  readonly itemsOf: (page: Page) => readonly Item[];
  readonly empty: ReactNode;
  /** Text of the button that loads more. */
  readonly more: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** Renders the pages of a query that are loaded. */
export function PagedView<Page, Item>(props: PagedViewProps<Page, Item>) {
  const { query, itemsOf, empty, more, children } = props;
  const items = query.data?.pages.flatMap(itemsOf);
  return (
    <>
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading lines={8} />}
      {items && (items.length === 0 ? empty : children(items))}
      <LoadMore list={query} label={more} />
    </>
  );
}
