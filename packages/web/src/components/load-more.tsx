import { Button } from '@mantine/core';

export interface LoadMoreProps {
  /** A result of `useInfiniteQuery`. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly label: string;
}

/** A button below a paginated list, hidden on the last page. */
export function LoadMore({ list, label }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="default"
      mt="md"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {label}
    </Button>
  );
}
