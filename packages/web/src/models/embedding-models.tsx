import type { EmbeddingModel } from '@lectern/contracts';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { TryModelDialog } from './try-model-dialog.tsx';

const refreshMs = 3_000;

const embeddingModelsQuery = queryOptions({
  queryKey: ['embedding-models'],
  queryFn: ({ signal }) => call('listEmbeddingModels', { signal }),
  refetchInterval: ({ state }) => (state.data?.models.some(isChanging) ? refreshMs : false),
});

function isChanging({ state }: EmbeddingModel): boolean {
  return state === 'building' || state === 'waiting';
}

/** Shows the embedding models of the installation to its administrators, and switches the index. */
export function EmbeddingModels() {
  const texts = useTexts('models');
  const query = useQuery(embeddingModelsQuery);
  return (
    <TitledCard title={texts.embeddingTitle} mt="lg">
      <Hint mb="sm">{texts.embeddingText}</Hint>
      <QueryView query={query}>
        {({ models }) => (
          <Stack gap="sm">
            {models.map((model) => (
              <EmbeddingModelRow key={model.id} model={model} />
            ))}
          </Stack>
        )}
      </QueryView>
    </TitledCard>
  );
}

const kinds = { active: 'good', building: 'warn', waiting: 'warn', idle: 'quiet' } as const;

function EmbeddingModelRow({ model }: { readonly model: EmbeddingModel }) {
  const texts = useTexts('models');
  const formats = useFormats();
  const [isAsking, setIsAsking] = useState(false);
  const [isTrying, setIsTrying] = useState(false);
  const { state, progress } = model;
  const name = model.provider === 'built_in' ? texts.built_in : model.model;
  return (
    <div>
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="sm">{name}</Text>
          <StateBadge kind={kinds[state]}>{texts.embeddingStates[state]}</StateBadge>
        </Group>
        {state === 'idle' && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setIsTrying(true)}>
              {texts.embeddingTry}
            </Button>
            <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
              {texts.embeddingSwitch}
            </Button>
          </Group>
        )}
      </Group>
      {isTrying && (
        <TryModelDialog
          name={name}
          text={texts.embeddingTryText}
          act={(evaluation_set_id) =>
            call('tryEmbeddingModel', { params: { id: model.id }, body: { evaluation_set_id } })
          }
          onClose={() => setIsTrying(false)}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.embeddingSwitchTitle(name)}
        text={texts.embeddingSwitchText}
        action={texts.embeddingSwitchAction}
        act={() => call('switchEmbeddingModel', { params: { id: model.id } })}
        changes={[embeddingModelsQuery]}
        onClose={() => setIsAsking(false)}
      />
      {progress && (
        <>
          <Progress
            mt={4}
            aria-label={texts.embeddingStates.building}
            value={(progress.documents_done / Math.max(1, progress.documents_total)) * 100}
          />
          <Hint size="xs" role="status">
            {progress.problem ??
              texts.embeddingProgress(
                formats.number(progress.documents_done),
                formats.number(progress.documents_total),
              )}
          </Hint>
        </>
      )}
    </div>
  );
}
