import type { Collection } from '@lectern/contracts';
import { Radio, Stack } from '@mantine/core';
import { buildCollectionTree, flattenTree } from './collection-tree.ts';

export interface PlaceRadiosProps {
  readonly label: string;
  readonly collections: readonly Collection[];
  /** Collections that cannot be chosen. */
  readonly excluded: ReadonlySet<string>;
  /** Text of the top level; without it, only collections can be chosen. */
  readonly top?: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

export const topLevel = 'top';

/** Chooses a collection that the person may change. */
export function PlaceRadios({ label, collections, excluded, top, ...group }: PlaceRadiosProps) {
  return (
    <Radio.Group {...group} aria-label={label}>
      <Stack gap="xs" mah={360} style={{ overflowY: 'auto' }}>
        {top && <Radio value={topLevel} label={top} />}
        {flattenTree(buildCollectionTree(collections))
          .filter(
            ({ collection: { id, permission } }) => permission !== 'read' && !excluded.has(id),
          )
          .map(({ collection: { id, name }, depth }) => (
            <Radio key={id} value={id} label={name} ml={(depth + (top ? 1 : 0)) * 20} />
          ))}
      </Stack>
    </Radio.Group>
  );
}
