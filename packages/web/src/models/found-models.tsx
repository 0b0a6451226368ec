import type { DiscoveredModels } from '@lectern/contracts';
import { Button, Group, Select, Stack } from '@mantine/core';
import { Radar } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { Hint } from '../components/hint.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { ModelProblem } from './model-problem.tsx';
import { modelsQuery } from './models.ts';

type FoundServer = DiscoveredModels['servers'][number];

/** Names of the programs, which are the same in every language. */
const programs: Readonly<Record<FoundServer['kind'], string>> = {
  ollama: 'Ollama',
  lm_studio: 'LM Studio',
  llama_cpp: 'llama.cpp',
  vllm: 'vLLM',
};

export interface FoundModelsProps {
  /** Looks before the button is pressed. */
  readonly looksAtOnce?: boolean;
}

/** Looks for model servers on the machine, for owners, and connects a model in one step. */
export function FoundModels({ looksAtOnce = false }: FoundModelsProps) {
  const texts = useTexts('models');
  const look = useAction(() => call('discoverModels'));
  const { mutate } = look;
  useEffect(() => {
    if (looksAtOnce) mutate();
  }, [looksAtOnce, mutate]);
  const servers = look.data?.servers;
  return (
    <Stack mt={looksAtOnce ? 0 : 'lg'} gap="sm" align="flex-start">
      <Button
        variant="default"
        leftSection={<Radar size={16} aria-hidden />}
        loading={look.isPending}
        onClick={() => look.mutate()}
      >
        {texts.look}
      </Button>
      {servers?.map((server) => (
        <FoundServerCard key={server.base_url} server={server} />
      ))}
      {servers?.length === 0 && <Hint role="status">{texts.nothingFound}</Hint>}
    </Stack>
  );
}

function FoundServerCard({ server }: { readonly server: FoundServer }) {
  const texts = useTexts('models');
  const [model, setModel] = useState(server.models[0] ?? '');
  const connect = useAction(
    () =>
      call('createModelConnection', {
        body: { name: model, provider: 'openai_compatible', base_url: server.base_url, model },
      }),
    { onDone: () => refreshQueries(modelsQuery) },
  );
  return (
    <TitledCard title={texts.found(programs[server.kind])} w="100%">
      <Hint size="xs">{server.base_url}</Hint>
      <Group mt="sm" align="flex-end">
        <Select
          label={texts.model}
          data={server.models}
          value={model}
          onChange={(value) => setModel(value ?? model)}
        />
        <Button
          loading={connect.isPending}
          disabled={connect.isSuccess}
          onClick={() => connect.mutate()}
        >
          {connect.isSuccess ? texts.connected : texts.connect}
        </Button>
      </Group>
      {connect.data?.health.reason && (
        <ModelProblem text={texts.problems[connect.data.health.reason]} />
      )}
    </TitledCard>
  );
}
