import type { ModelUse, Usage, UsageGroup } from '@lectern/contracts';
import { Card, SegmentedControl, Stack, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { membersQuery } from '../api/people.ts';
import { isAdmin, useMe } from '../api/session.ts';
import { DataTable } from '../components/data-table.tsx';
import { Hint } from '../components/hint.tsx';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { useModels } from '../models/models.ts';
import { StackedBars } from '../operations/stacked-bars.tsx';
import { BudgetCard } from './budget-card.tsx';

const maxRows = 500;

function usageQuery(by: UsageGroup, days: number) {
  return queryOptions({
    queryKey: ['usage', by, days],
    queryFn: ({ signal }) => call('getUsage', { query: { by, days, limit: maxRows }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Shows model calls: those of the organisation to owners and admins, else the person's own. */
export function UsagePage() {
  const texts = useTexts('usage');
  const [period, setPeriod] = useState('30');
  const days = Number(period);
  const query = useQuery(usageQuery('day', days));
  const admin = isAdmin(useMe());
  const hasCalls = query.data !== undefined && query.data.total.calls > 0;
  return (
    <Page
      title={texts.title}
      description={admin ? texts.description : texts.ownDescription}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={texts.period}
          value={period}
          onChange={setPeriod}
          data={['7', '30', '90'].map((value) => ({
            value,
            label: texts.countDays(Number(value)),
          }))}
        />
      }
    >
      <Stack>
        <QueryView query={query}>{(usage) => <TokenCard usage={usage} />}</QueryView>
        {hasCalls && <UseTable by="model" days={days} />}
        {hasCalls && admin && <UseTable by="person" days={days} />}
        <BudgetCard />
      </Stack>
    </Page>
  );
}

function TokenCard({ usage: { usage, total } }: { readonly usage: Usage }) {
  const texts = useTexts('usage');
  const formats = useFormats();
  const writeCosts = useCosts();
  if (total.calls === 0) {
    return (
      <Card>
        <Hint>{texts.nothing}</Hint>
      </Card>
    );
  }
  return (
    <Card>
      <Text size="sm">
        {texts.total(
          formats.number(total.calls),
          formats.number(total.tokens_in),
          formats.number(total.tokens_out),
        )}
        {total.costs.length > 0 && ` ${texts.totalCost(writeCosts(total.costs))}`}
      </Text>
      {total.estimated_calls > 0 && (
        <Hint>{texts.estimated(formats.number(total.estimated_calls))}</Hint>
      )}
      <StackedBars
        title={texts.tokensByDay}
        labels={usage.map(({ id }) => formats.date(`${id}T12:00:00Z`))}
        series={[
          { name: texts.tokensIn, kind: 'quiet', values: usage.map((day) => day.tokens_in) },
          { name: texts.tokensOut, kind: 'good', values: usage.map((day) => day.tokens_out) },
        ]}
        emptyText={texts.noTokens}
        headingOrder={2}
      />
    </Card>
  );
}

function UseTable({ by, days }: { readonly by: 'model' | 'person'; readonly days: number }) {
  const texts = useTexts('usage');
  const formats = useFormats();
  const writeCosts = useCosts();
  const query = useQuery(usageQuery(by, days));
  const members = useQuery({ ...membersQuery, enabled: by === 'person' }).data?.members ?? [];
  const models = useModels();
  const nameOf = ({ id, name }: ModelUse) =>
    models.find((model) => model.id === id)?.name ??
    name ??
    members.find(({ user_id }) => user_id === id)?.name ??
    texts.formerMembers;
  return (
    <TitledCard title={by === 'model' ? texts.byModel : texts.byPerson}>
      <QueryView query={query}>
        {({ usage }) => (
          <DataTable
            minWidth={480}
            fz="sm"
            heads={[
              by === 'model' ? texts.model : texts.person,
              texts.calls,
              texts.failedCalls,
              texts.tokensIn,
              texts.tokensOut,
              texts.time,
              texts.cost,
            ]}
            rows={usage.map((use) => [
              nameOf(use),
              formats.number(use.calls),
              formats.number(use.failed_calls),
              formats.number(use.tokens_in),
              formats.number(use.tokens_out),
              formats.duration(use.duration_ms),
              use.costs.length === 0 ? null : writeCosts(use.costs),
            ])}
          />
        )}
      </QueryView>
    </TitledCard>
  );
}

function useCosts() {
  const { language } = useLanguage();
  return (costs: ModelUse['costs']) =>
    costs
      .map(({ currency, amount }) =>
        new Intl.NumberFormat(language, {
          style: 'currency',
          currency,
          maximumFractionDigits: amount < 1 ? 4 : 2,
        }).format(amount),
      )
      .join(' + ');
}
