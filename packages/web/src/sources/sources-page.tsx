import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FolderSync, Plus } from 'lucide-react';
import { useState } from 'react';
import { Empty } from '../components/empty.tsx';
import { ListView } from '../components/list-view.tsx';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';
import { collectionsQuery } from '../library/collections.ts';
import { SourceCard } from './source-card.tsx';
import { NewSourceDialog } from './source-dialog.tsx';
import { sourcesQuery } from './sources.ts';

/** Lists the sources that the person manages; `source` of the address shows the runs of one. */
export function SourcesPage() {
  const texts = useTexts('sources');
  const navigate = useNavigate();
  const { source: openId } = useSearch({ from: '/shell/sources' });
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery(sourcesQuery);
  const collections = useQuery(collectionsQuery).data ?? [];
  return (
    <Page
      title={texts.sources}
      description={texts.description}
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
          {texts.add}
        </Button>
      }
    >
      <ListView
        query={query}
        empty={<Empty icon={FolderSync} title={texts.empty} children={texts.emptyText} />}
      >
        {(source) => (
          <SourceCard
            key={source.id}
            source={source}
            collections={collections}
            isOpen={source.id === openId}
            onToggle={() =>
              void navigate({
                to: '/sources',
                search: source.id === openId ? {} : { source: source.id },
                replace: true,
              })
            }
          />
        )}
      </ListView>
      {isAdding && <NewSourceDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
