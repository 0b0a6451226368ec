import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { QueryView, type QueryViewProps } from './query-view.tsx';

export interface ListViewProps<Item> extends Omit<QueryViewProps<readonly Item[]>, 'children'> {
  /** Shown without items. */
  readonly empty: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** Renders the items of a query below each other. */
export function ListView<Item>({ empty, children, ...view }: ListViewProps<Item>) {
  return (
    <QueryView {...view}>
      {(items) => (items.length === 0 ? empty : <Stack>{items.map(children)}</Stack>)}
    </QueryView>
  );
}
