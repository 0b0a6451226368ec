import { Button, Popover, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Library } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Loading } from '../parts/loading.tsx';
import { QueryView } from '../parts/query-view.tsx';
import { useTexts } from '../texts/language.tsx';
import { collectionsQuery } from './collections.ts';
import { scopeTexts } from './scope-texts.ts';

const CollectionChecks = lazy(async () => ({
  default: (await import('./collection-checks.tsx')).CollectionChecks,
}));

export interface ScopeButtonProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Which collections are meant, with all below them; none chosen means all. */
export function ScopeButton({ chosen, onChange }: ScopeButtonProps) {
  const texts = useTexts(scopeTexts);
  const collections = useQuery(collectionsQuery);
  const [firstId] = chosen;
  const first = collections.data?.find(({ id }) => id === firstId);
  const label =
    chosen.length === 0
      ? texts.all
      : chosen.length === 1 && first
        ? first.name
        : texts.countCollections(chosen.length);
  return (
    <Popover position="top-start" width={320} shadow="md" withRoles trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          radius="xl"
          c="dimmed"
          maw={220}
          leftSection={<Library size={15} aria-hidden />}
          rightSection={<ChevronDown size={14} aria-hidden />}
          aria-label={`${texts.scope}: ${label}`}
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
            <Suspense fallback={<Loading lines={3} />}>
              <CollectionChecks collections={all} chosen={chosen} onChange={onChange} />
            </Suspense>
          )}
        </QueryView>
        <Button
          mt="sm"
          size="xs"
          variant="default"
          disabled={chosen.length === 0}
          onClick={() => onChange([])}
        >
          {texts.allAgain}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
