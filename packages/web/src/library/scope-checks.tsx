import type { Collection } from '@lectern/contracts';
import { ActionIcon, Box, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ChevronDown, ChevronRight, Search } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { buildCollectionTree, flattenTree, listSubtree } from './collection-tree.ts';
import { listAttachments } from './find-attached.ts';
import type { Scope } from './scope.ts';
import { ScopeDocuments } from './scope-documents.tsx';

export interface ScopeChecksProps {
  readonly collections: readonly Collection[];
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

const indent = 20;
const typingMs = 250;

/** Selects collections and documents in the tree or by name. A collection includes all below it. */
export function ScopeChecks({ collections, scope, onChange }: ScopeChecksProps) {
  const texts = useTexts('library');
  const words = useTexts('scope');
  const [name, setName] = useState('');
  const [wanted] = useDebouncedValue(name.trim(), typingMs);
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const attachments = listAttachments(collections);
  const rows = flattenTree(
    buildCollectionTree(collections.filter(({ id }) => !attachments.includes(id))),
  );
  if (rows.length === 0) return <Text size="sm">{texts.noCollections}</Text>;
  const { collectionIds } = scope;
  const below = new Set(collectionIds.flatMap((id) => [...listSubtree(collections, id)]));
  return (
    <>
      <TextInput
        size="xs"
        mb="xs"
        type="search"
        aria-label={words.find}
        placeholder={words.find}
        leftSection={<Search size={14} aria-hidden />}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Box mah={300} style={{ overflowY: 'auto' }} tabIndex={-1}>
        {wanted !== '' ? (
          <Box p={4}>
            <ScopeDocuments
              query={wanted}
              covered={below}
              scope={scope}
              onChange={onChange}
              emptyText={words.noDocument}
            />
          </Box>
        ) : (
          <Stack gap={6} p={4}>
            {rows.map(
              ({ collection: { id, name: own, document_count: count }, documentCount, depth }) => {
                const isOpen = openIds.includes(id);
                return (
                  <Box key={id} ml={depth * indent}>
                    <Group gap={4} wrap="nowrap">
                      <ActionIcon
                        size={24}
                        aria-label={words.documentsOf(own)}
                        aria-expanded={isOpen}
                        disabled={count === 0}
                        onClick={() => setOpenIds(toggle(openIds, id))}
                      >
                        {isOpen ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
                      </ActionIcon>
                      <Checkbox
                        size="sm"
                        label={`${own} (${documentCount})`}
                        checked={below.has(id)}
                        disabled={below.has(id) && !collectionIds.includes(id)}
                        onChange={() =>
                          onChange({ ...scope, collectionIds: toggle(collectionIds, id) })
                        }
                      />
                    </Group>
                    {isOpen && (
                      <Box ml={28} mt={6}>
                        <ScopeDocuments
                          collectionId={id}
                          covered={below}
                          scope={scope}
                          onChange={onChange}
                          emptyText={words.noDocuments}
                        />
                      </Box>
                    )}
                  </Box>
                );
              },
            )}
          </Stack>
        )}
      </Box>
    </>
  );
}

function toggle(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}
