import type { BodyOf, Budget } from '@lectern/contracts';
import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Progress,
  Select,
  Stack,
  Text,
} from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { membersQuery, teamsQuery } from '../api/people.ts';
import { refreshQueries } from '../api/query-client.ts';
import { readAllPages } from '../api/read-all-pages.ts';
import { isAdmin, useMe } from '../api/session.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { focusContent } from '../lib/focus-content.ts';

const scarce = 0.9;

const budgetsQuery = queryOptions({
  queryKey: ['budgets'],
  queryFn: ({ signal }) =>
    readAllPages((query) => call('listBudgets', { query, signal }), 'budgets'),
});

export function BudgetCard() {
  const texts = useTexts('usage');
  const query = useQuery(budgetsQuery);
  const admin = isAdmin(useMe());
  return (
    <TitledCard title={texts.budgets}>
      <Hint mb="sm">{texts.budgetsText}</Hint>
      <QueryView query={query}>
        {(budgets) => (
          <Stack gap="sm">
            {budgets.length === 0 && <Text size="sm">{texts.noBudgets}</Text>}
            {budgets.map((budget) => (
              <BudgetRow key={budget.id} budget={budget} canChange={admin} />
            ))}
          </Stack>
        )}
      </QueryView>
      {admin && <BudgetForm />}
    </TitledCard>
  );
}

interface BudgetRowProps {
  readonly budget: Budget;
  readonly canChange: boolean;
}

function BudgetRow({ budget, canChange }: BudgetRowProps) {
  const texts = useTexts('usage');
  const formats = useFormats();
  const nameOf = useSubjectNames();
  const remove = useAction(() => call('deleteBudget', { params: { id: budget.id } }), {
    onDone: () => {
      focusContent();
      void refreshQueries(budgetsQuery);
    },
  });
  const { period, used, tokens, left, resets_at } = budget;
  const share = tokens > 0 ? used / tokens : 1;
  const label = `${nameOf(budget)}, ${period === 'day' ? texts.aDay : texts.aMonth}`;
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{label}</Text>
        <Group gap="xs" wrap="nowrap" ml="auto">
          <Hint>
            {texts.left(formats.number(left), formats.number(tokens), formats.dateTime(resets_at))}
          </Hint>
          {canChange && (
            <ActionIcon
              aria-label={texts.removeBudget(label)}
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              <Trash2 size={16} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Progress
        mt={2}
        size="sm"
        color={share >= scarce ? 'red.8' : 'lectern'}
        value={Math.min(100, Math.round(share * 100))}
        aria-label={label}
      />
    </div>
  );
}

function useSubjectNames() {
  const texts = useTexts('usage');
  const me = useMe();
  const admin = isAdmin(me);
  const members = useQuery({ ...membersQuery, enabled: admin }).data?.members ?? [];
  const teams = useQuery({ ...teamsQuery, enabled: admin }).data?.teams ?? [];
  return ({ scope, subject_id }: Pick<Budget, 'scope' | 'subject_id'>): string => {
    if (scope === 'organisation') return texts.organisation;
    if (scope === 'team') return teams.find(({ id }) => id === subject_id)?.name ?? texts.team;
    if (subject_id === me.user.id) return me.user.name;
    return members.find(({ user_id }) => user_id === subject_id)?.name ?? texts.person;
  };
}

type NewBudget = BodyOf<'setBudget'>;

const organisation = 'organisation';

function BudgetForm() {
  const texts = useTexts('usage');
  const formats = useFormats();
  const members = useQuery(membersQuery).data?.members ?? [];
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const [subject, setSubject] = useState<string>(organisation);
  const [period, setPeriod] = useState<NewBudget['period']>('month');
  const [tokens, setTokens] = useState<number | string>(1_000_000);
  const save = useAction(
    () => call('setBudget', { body: { ...toSubject(subject), period, tokens: Number(tokens) } }),
    {
      quiet: true,
      onDone: () => refreshQueries(budgetsQuery),
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {save.isError && <ErrorNotice error={save.error} />}
      <Group align="flex-end" mt="md">
        <Select
          label={texts.limitFor}
          searchable
          value={subject}
          onChange={(value) => setSubject(value ?? subject)}
          data={[
            { value: organisation, label: texts.organisation },
            ...teams.map(({ id, name }) => ({ value: `team:${id}`, label: name })),
            ...members.map(({ user_id, name }) => ({ value: `person:${user_id}`, label: name })),
          ]}
        />
        <Select
          label={texts.period}
          value={period}
          onChange={(value) => setPeriod(value ?? period)}
          data={[
            { value: 'day' as const, label: texts.aDay },
            { value: 'month' as const, label: texts.aMonth },
          ]}
        />
        <NumberInput
          label={texts.maxTokens}
          min={0}
          max={1_000_000_000_000}
          allowDecimal={false}
          {...formats.separators}
          value={tokens}
          onChange={setTokens}
        />
        <Button type="submit" disabled={tokens === ''} loading={save.isPending}>
          {texts.setBudget}
        </Button>
      </Group>
    </form>
  );
}

function toSubject(subject: string): Pick<NewBudget, 'scope' | 'subject_id'> {
  if (subject === organisation) return { scope: 'organisation' };
  const at = subject.indexOf(':');
  const scope = subject.slice(0, at) === 'team' ? 'team' : 'person';
  return { scope, subject_id: subject.slice(at + 1) };
}
