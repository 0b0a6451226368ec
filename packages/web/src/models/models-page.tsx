import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { isAdmin, useMe } from '../api/session.ts';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import { EmbeddingModels } from './embedding-models.tsx';
import { FoundModels } from './found-models.tsx';
import { ModelCard } from './model-card.tsx';
import { ModelDialog } from './model-dialog.tsx';
import { modelsQuery } from './models.ts';
import { Rerankers } from './rerankers.tsx';

export function ModelsPage() {
  const texts = useTexts('models');
  const me = useMe();
  const canChange = isAdmin(me);
  const query = useQuery(modelsQuery);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      title={texts.models}
      description={texts.description}
      actions={
        canChange && (
          <Button leftSection={<Plus size={16} />} onClick={() => setIsAdding(true)}>
            {texts.connectModel}
          </Button>
        )
      }
    >
      <QueryView query={query}>
        {(models) => (
          <Stack>
            {models.map((model) => (
              <ModelCard key={model.id} model={model} models={models} canChange={canChange} />
            ))}
          </Stack>
        )}
      </QueryView>
      {me.role === 'owner' && <FoundModels />}
      {me.operator && <EmbeddingModels />}
      {me.operator && <Rerankers />}
      {isAdding && <ModelDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
