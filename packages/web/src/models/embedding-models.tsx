import type { EmbeddingModel } from '@lectern/contracts';
import { Button, NumberInput, Progress, Stack, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { AddInstalledModel } from './add-installed-model.tsx';
import { InstalledModel } from './installed-model.tsx';

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
              <EmbeddingModelRow
                key={model.id}
                model={model}
                isReplaced={model.state === 'active' && models.some(isChanging)}
              />
            ))}
          </Stack>
        )}
      </QueryView>
      <AddInstalledModel
        title={texts.embeddingAdd}
        changes={[embeddingModelsQuery]}
        providers={[
          {
            value: 'openai_compatible',
            label: texts.openai_compatible,
            address: 'http://localhost:11434/v1',
          },
          { value: 'onnx', label: 'ONNX' },
        ]}
        add={({ model, ...place }, { dimensions, query_prefix, passage_prefix }) =>
          call('createEmbeddingModel', {
            body: {
              ...place,
              model: model ?? '',
              dimensions: Number(dimensions) || null,
              query_prefix: query_prefix || null,
              passage_prefix: passage_prefix || null,
            },
          })
        }
        fields={(provider) => (
          <>
            {provider !== 'onnx' && (
              <NumberInput
                name="dimensions"
                label={texts.dimensions}
                description={texts.dimensionsText}
                min={8}
                max={8_192}
                allowDecimal={false}
              />
            )}
            <TextInput
              name="query_prefix"
              label={texts.queryPrefix}
              placeholder="query: "
              maxLength={2_000}
            />
            <TextInput
              name="passage_prefix"
              label={texts.passagePrefix}
              placeholder="passage: "
              maxLength={2_000}
            />
          </>
        )}
      />
    </TitledCard>
  );
}

interface EmbeddingModelRowProps {
  readonly model: EmbeddingModel;
  /** True while the index of another model is built. */
  readonly isReplaced: boolean;
}

function EmbeddingModelRow({ model, isReplaced }: EmbeddingModelRowProps) {
  const texts = useTexts('models');
  const formats = useFormats();
  const [isAsking, setIsAsking] = useState(false);
  const { id, provider, state, progress } = model;
  const isIdle = state === 'idle';
  const isAdded = provider === 'openai_compatible' || provider === 'onnx';
  const name = provider === 'built_in' ? texts.built_in : model.model;
  const change = () => call('switchEmbeddingModel', { params: { id } });
  const keep = useAction(change, { onDone: () => void refreshQueries(embeddingModelsQuery) });
  return (
    <InstalledModel
      name={name}
      state={state}
      problem={progress?.reason}
      isLocal={provider === 'onnx'}
      trial={
        isIdle
          ? {
              text: texts.embeddingTryText,
              act: (evaluation_set_id) =>
                call('tryEmbeddingModel', { params: { id }, body: { evaluation_set_id } }),
            }
          : undefined
      }
      choice={
        isReplaced ? (
          <ActionButton action={keep}>{texts.embeddingKeep}</ActionButton>
        ) : (
          isIdle && (
            <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
              {texts.embeddingSwitch}
            </Button>
          )
        )
      }
      removal={
        isIdle && isAdded
          ? {
              text: texts.embeddingRemoveText,
              act: () => call('deleteEmbeddingModel', { params: { id } }),
              changes: [embeddingModelsQuery],
            }
          : undefined
      }
    >
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.embeddingSwitchTitle(name)}
        text={texts.embeddingSwitchText}
        action={texts.embeddingSwitchAction}
        act={change}
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
            {texts.embeddingProgress(
              formats.number(progress.documents_done),
              formats.number(progress.documents_total),
            )}
          </Hint>
        </>
      )}
    </InstalledModel>
  );
}
