import { Button } from '@mantine/core';

export interface LoadMoreProps {
  /** What useInfiniteQuery gives. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly label: string;
}

/** Below a list that comes in pages; nothing once all of it is there. */
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
