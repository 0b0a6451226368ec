import type { Collection } from '@lectern/contracts';
import { Box, Checkbox, Stack, Text } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { buildCollectionTree, flattenTree } from './collection-tree.ts';
import { libraryTexts } from './library-texts.ts';

export interface CollectionChecksProps {
  readonly collections: readonly Collection[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Collections to choose from, as the tree that they are. A chosen one brings all below it. */
export function CollectionChecks({ collections, chosen, onChange }: CollectionChecksProps) {
  const texts = useTexts(libraryTexts);
  const rows = flattenTree(buildCollectionTree(collections));
  if (rows.length === 0) return <Text size="sm">{texts.noCollections}</Text>;
  return (
    <Box mah={280} style={{ overflowY: 'auto' }}>
      <Stack gap={8} p={4}>
        {rows.map(({ collection: { id, name, document_count }, depth }) => (
          <Checkbox
            key={id}
            ml={depth * 20}
            size="sm"
            label={`${name} (${document_count})`}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </Stack>
    </Box>
  );
}
