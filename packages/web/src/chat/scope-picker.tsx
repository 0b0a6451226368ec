import { Button, Popover, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Library } from 'lucide-react';
import { CollectionChecks } from '../library/collection-checks.tsx';
import { collectionsQuery } from '../library/collections.ts';
import { QueryView } from '../parts/query-view.tsx';
import { useTexts } from '../texts/language.tsx';
import { chatTexts } from './chat-texts.ts';
import type { Talk } from './talk.ts';
import { useTalkState } from './talks.ts';

/** Which collections a question may be answered from, with all below them. */
export function ScopePicker({ talk }: { readonly talk: Talk }) {
  const texts = useTexts(chatTexts);
  const { collectionIds } = useTalkState(talk);
  const collections = useQuery(collectionsQuery);
  const [firstId] = collectionIds;
  const first = collections.data?.find(({ id }) => id === firstId);
  const label =
    collectionIds.length === 0
      ? texts.everywhere
      : collectionIds.length === 1 && first
        ? first.name
        : texts.scopeCount(collectionIds.length);
  return (
    <Popover position="top-start" width={320} shadow="md" withRoles trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          radius="xl"
          c="dimmed"
          leftSection={<Library size={15} aria-hidden />}
          rightSection={<ChevronDown size={14} aria-hidden />}
          aria-label={`${texts.scope}: ${label}`}
          maw={220}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.scope}>
        <Text fw={600} size="sm" mb="xs">
          {texts.scope}
        </Text>
        <QueryView query={collections}>
          {(all) => (
            <CollectionChecks
              collections={all}
              chosen={collectionIds}
              onChange={(next) => talk.update({ collectionIds: next })}
            />
          )}
        </QueryView>
        <Button
          mt="sm"
          size="xs"
          variant="default"
          disabled={collectionIds.length === 0}
          onClick={() => talk.update({ collectionIds: [] })}
        >
          {texts.scopeClear}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
