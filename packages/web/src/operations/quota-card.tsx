import type { QuotaUse } from '@lectern/contracts';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

const refreshMs = 30_000;
const scarce = 0.9;

const quotasQuery = queryOptions({
  queryKey: ['quotas'],
  queryFn: ({ signal }) => call('listQuotas', { signal }),
  refetchInterval: refreshMs,
});

export function QuotaCard() {
  const texts = useTexts('operations');
  const query = useQuery(quotasQuery);
  return (
    <TitledCard title={texts.quotas}>
      <QueryView query={query}>
        {({ quotas }) => (
          <Stack gap="sm">
            {quotas.map((use) => (
              <QuotaRow key={use.quota} use={use} />
            ))}
          </Stack>
        )}
      </QueryView>
    </TitledCard>
  );
}

export function QuotaRow({ use: { quota, used, limit } }: { readonly use: QuotaUse }) {
  const texts = useTexts('operations');
  const formats = useFormats();
  const write = quota === 'bytes' ? formats.bytes : formats.number;
  const share = limit > 0 ? used / limit : 1;
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="sm">{texts[`quota_${quota}`]}</Text>
        <Hint style={{ whiteSpace: 'nowrap' }}>{texts.ofLimit(write(used), write(limit))}</Hint>
      </Group>
      <Progress
        mt={2}
        size="sm"
        color={share >= scarce ? 'red.8' : 'lectern'}
        value={Math.min(100, Math.round(share * 100))}
        aria-label={texts[`quota_${quota}`]}
      />
    </div>
  );
}
