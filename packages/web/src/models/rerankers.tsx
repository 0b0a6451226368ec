import type { Reranker } from '@lectern/contracts';
import { Stack } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { AddInstalledModel } from './add-installed-model.tsx';
import { InstalledModel } from './installed-model.tsx';

const rerankersQuery = queryOptions({
  queryKey: ['rerankers'],
  queryFn: ({ signal }) => call('listRerankers', { signal }),
});

const providers = [
  { value: 'cohere' as const, label: 'Cohere', address: 'https://api.cohere.com/v2' },
  { value: 'jina' as const, label: 'Jina', address: 'https://api.jina.ai/v1' },
  {
    value: 'tei' as const,
    label: 'Text Embeddings Inference',
    address: 'http://localhost:8080',
    needsModel: false,
  },
  { value: 'onnx' as const, label: 'ONNX' },
];

/** Shows the rerankers of the installation to its administrators, who add and choose them. */
export function Rerankers() {
  const texts = useTexts('models');
  const query = useQuery(rerankersQuery);
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
      <AddInstalledModel
        title={texts.rerankerAdd}
        changes={[rerankersQuery]}
        providers={providers}
        add={(body) => call('createReranker', { body })}
      />
    </TitledCard>
  );
}

function RerankerRow({ reranker }: { readonly reranker: Reranker }) {
  const texts = useTexts('models');
  const { id, provider, model, base_url, state, reason } = reranker;
  const isIdle = state === 'idle';
  const isNone = provider === 'none';
  const choose = useAction(() => call('switchReranker', { params: { id } }), {
    onDone: () => void refreshQueries(rerankersQuery),
  });
  return (
    <InstalledModel
      name={isNone ? texts.noReranker : (model ?? base_url ?? provider)}
      state={state}
      problem={reason}
      isLocal={provider === 'onnx'}
      trial={
        isIdle && !isNone
          ? {
              text: texts.rerankerTryText,
              act: (evaluation_set_id) =>
                call('tryReranker', { params: { id }, body: { evaluation_set_id } }),
            }
          : undefined
      }
      choice={isIdle && <ActionButton action={choose}>{texts.rerankerUse}</ActionButton>}
      removal={
        isIdle && !isNone && provider !== 'environment'
          ? {
              text: texts.rerankerRemoveText,
              act: () => call('deleteReranker', { params: { id } }),
              changes: [rerankersQuery],
            }
          : undefined
      }
    />
  );
}
