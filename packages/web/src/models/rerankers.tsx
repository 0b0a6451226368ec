import type { BodyOf, Reranker } from '@lectern/contracts';
import { Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { TryModelDialog } from './try-model-dialog.tsx';

const rerankersQuery = queryOptions({
  queryKey: ['rerankers'],
  queryFn: ({ signal }) => call('listRerankers', { signal }),
});

/** Shows the rerankers of the installation to its administrators, who add and choose them. */
export function Rerankers() {
  const texts = useTexts('models');
  const query = useQuery(rerankersQuery);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <TitledCard title={texts.rerankersTitle} mt="lg">
      <Hint mb="sm">{texts.rerankersText}</Hint>
      <QueryView query={query}>
        {({ rerankers }) => (
          <Stack gap="sm">
            {rerankers.map((reranker) => (
              <RerankerRow key={reranker.id} reranker={reranker} />
            ))}
          </Stack>
        )}
      </QueryView>
      <Button
        size="xs"
        variant="default"
        mt="sm"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setIsAdding(true)}
      >
        {texts.rerankerAdd}
      </Button>
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
    </TitledCard>
  );
}

function RerankerRow({ reranker }: { readonly reranker: Reranker }) {
  const texts = useTexts('models');
  const [dialog, setDialog] = useState<'try' | 'remove'>();
  const { id, provider, model, base_url, state, problem } = reranker;
  const isNone = provider === 'none';
  const name = isNone ? texts.noReranker : (model ?? base_url ?? provider);
  const choose = useAction(() => call('switchReranker', { params: { id } }), {
    onDone: () => void refreshQueries(rerankersQuery),
  });
  const close = () => setDialog(undefined);
  return (
    <div>
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="sm">{name}</Text>
          <StateBadge kind={state === 'active' ? 'good' : 'quiet'}>
            {texts.embeddingStates[state]}
          </StateBadge>
        </Group>
        {state === 'idle' && (
          <Group gap="xs">
            {!isNone && (
              <Button size="xs" variant="default" onClick={() => setDialog('try')}>
                {texts.embeddingTry}
              </Button>
            )}
            <ActionButton action={choose}>{texts.rerankerUse}</ActionButton>
            {!isNone && provider !== 'environment' && (
              <Button size="xs" variant="default" onClick={() => setDialog('remove')}>
                {texts.remove}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {problem && (
        <Text size="xs" c="red" role="status">
          {problem}
        </Text>
      )}
      {dialog === 'try' && (
        <TryModelDialog
          name={name}
          text={texts.rerankerTryText}
          act={(evaluation_set_id) =>
            call('tryReranker', { params: { id }, body: { evaluation_set_id } })
          }
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={dialog === 'remove'}
        title={texts.rerankerRemoveTitle(name)}
        text={texts.rerankerRemoveText}
        action={texts.remove}
        act={() => call('deleteReranker', { params: { id } })}
        changes={[rerankersQuery]}
        onClose={close}
      />
    </div>
  );
}

const providers = [
  { value: 'cohere' as const, label: 'Cohere' },
  { value: 'jina' as const, label: 'Jina' },
  { value: 'tei' as const, label: 'Text Embeddings Inference' },
  { value: 'onnx' as const, label: 'ONNX' },
];

const exampleAddresses = {
  cohere: 'https://api.cohere.com/v2',
  jina: 'https://api.jina.ai/v1',
  tei: 'http://localhost:8080',
};

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts('models');
  const [provider, setProvider] = useState<BodyOf<'createReranker'>['provider']>('cohere');
  const isServer = provider !== 'onnx';
  return (
    <FormDialog
      title={texts.rerankerAdd}
      label={texts.connect}
      changes={[rerankersQuery]}
      act={({ address, model, key }) =>
        call('createReranker', {
          body: {
            provider,
            base_url: (isServer && address?.trim()) || null,
            model: model?.trim() || null,
            api_key: (isServer && key?.trim()) || null,
          },
        })
      }
      onClose={onClose}
    >
      <Stack>
        <Select
          label={texts.provider}
          data={providers}
          value={provider}
          onChange={(value) => setProvider(value ?? provider)}
        />
        {provider !== 'onnx' && (
          <TextInput
            name="address"
            label={texts.address}
            placeholder={exampleAddresses[provider]}
            maxLength={2000}
            required
          />
        )}
        <TextInput
          name="model"
          label={texts.model}
          description={isServer ? undefined : texts.rerankerFolder}
          maxLength={300}
          required={provider !== 'tei'}
        />
        {isServer && (
          <PasswordInput
            name="key"
            label={texts.key}
            description={texts.keyText}
            autoComplete="off"
          />
        )}
      </Stack>
    </FormDialog>
  );
}
