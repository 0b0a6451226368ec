import type { Collection } from '@lectern/contracts';
import { Button, Popover, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Library } from 'lucide-react';
import { Suspense } from 'react';
import { Loading } from '../components/loading.tsx';
import { PickerButton } from '../components/picker-button.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import type { Texts } from '../i18n/texts.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { collectionsQuery } from './collections.ts';
import { isWhole, type Scope, wholeScope } from './scope.ts';

const ScopeChecks = lazyComponent(() => import('./scope-checks.tsx'), 'ScopeChecks');

export interface ScopeButtonProps {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

/** Selects collections and documents; none means all. */
export function ScopeButton({ scope, onChange }: ScopeButtonProps) {
  const texts = useTexts('scope');
  const collections = useQuery(collectionsQuery);
  const label = describeScope(scope, collections.data ?? [], texts);
  return (
    <Popover position="top-start" width={340} shadow="md" withRoles trapFocus>
      <Popover.Target>
        <PickerButton label={texts.scope} value={label} icon={Library} />
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.scope}>
        <Text fw={600} size="sm" mb="xs">
          {texts.scope}
        </Text>
        <QueryView query={collections}>
          {(all) => (
            <Suspense fallback={<Loading lines={3} />}>
              <ScopeChecks collections={all} scope={scope} onChange={onChange} />
            </Suspense>
          )}
        </QueryView>
        <Button
          mt="sm"
          size="xs"
          variant="default"
          disabled={isWhole(scope)}
          onClick={() => onChange(wholeScope)}
        >
          {texts.allAgain}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns the name of a single item or the number of several. */
function describeScope(
  { collectionIds, documents }: Scope,
  collections: readonly Collection[],
  texts: Texts['scope'],
): string {
  const names = [
    ...collectionIds.map((id) => collections.find((one) => one.id === id)?.name),
    ...documents.map(({ title }) => title),
  ];
  if (names.length === 0) return texts.allDocuments;
  if (names.length === 1 && names[0]) return names[0];
  const counts = [
    ...(collectionIds.length > 0 ? [texts.countCollections(collectionIds.length)] : []),
    ...(documents.length > 0 ? [texts.countDocuments(documents.length)] : []),
  ];
  return counts.join(', ');
}
