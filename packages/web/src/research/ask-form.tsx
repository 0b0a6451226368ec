import type { FetchPolicy } from '@lectern/contracts';
import { Button, Group, NumberInput, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../i18n/language.tsx';
import type { ResearchBody } from './use-research.ts';

const policies = ['cache_then_network', 'cache_only', 'network_only'] as const;
const defaultSeconds = 10;

export interface AskFormProps {
  readonly isBusy: boolean;
  readonly onAsk: (body: ResearchBody) => void;
  readonly onStop: () => void;
}

export function AskForm({ isBusy, onAsk, onStop }: AskFormProps) {
  const texts = useTexts('research');
  const [policy, setPolicy] = useState<FetchPolicy>('cache_then_network');
  const [seconds, setSeconds] = useState(defaultSeconds);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const query = String(new FormData(event.currentTarget).get('query')).trim();
        if (query) onAsk({ query, fetch_policy: policy, time_budget_ms: seconds * 1_000 });
      }}
    >
      <Textarea
        name="query"
        label={texts.question}
        placeholder={texts.placeholder}
        maxLength={2_000}
        autosize
        minRows={2}
        required
      />
      <Group mt="sm" align="flex-end" gap="sm">
        <Select
          label={texts.sources}
          w={330}
          maw="100%"
          value={policy}
          onChange={(value) => value && setPolicy(value)}
          data={policies.map((value) => ({ value, label: texts[value] }))}
        />
        <NumberInput
          label={texts.budget}
          w={210}
          min={1}
          max={120}
          value={seconds}
          onChange={(value) => typeof value === 'number' && setSeconds(value)}
        />
        {isBusy ? (
          <Button variant="default" onClick={onStop}>
            {texts.stop}
          </Button>
        ) : (
          <Button type="submit">{texts.ask}</Button>
        )}
      </Group>
    </form>
  );
}
