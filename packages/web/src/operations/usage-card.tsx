import type { UsageDay } from '@lectern/contracts';
import { SegmentedControl, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { DataTable } from '../components/data-table.tsx';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { type Series, StackedBars } from './stacked-bars.tsx';

function usageQuery(days: number) {
  return queryOptions({
    queryKey: ['usage', days],
    queryFn: ({ signal }) => call('getUsage', { query: { days }, signal }),
  });
}

export function UsageCard() {
  const texts = useTexts('operations');
  const [days, setDays] = useState('30');
  const query = useQuery(usageQuery(Number(days)));
  return (
    <TitledCard
      title={texts.usage}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={texts.period}
          value={days}
          onChange={setDays}
          data={['7', '30', '90'].map((value) => ({
            value,
            label: texts.countDays(Number(value)),
          }))}
        />
      }
    >
      <QueryView query={query}>{({ days: shown }) => <UsageCharts days={shown} />}</QueryView>
    </TitledCard>
  );
}

function UsageCharts({ days }: { readonly days: readonly UsageDay[] }) {
  const texts = useTexts('operations');
  const formats = useFormats();
  const labels = days.map(({ date }) => formats.date(`${date}T12:00:00Z`));
  const pick = (read: (day: UsageDay) => number) => days.map(read);
  const answers: readonly Series[] = [
    { name: texts.answered, kind: 'good', values: pick((day) => day.answered) },
    { name: texts.noAnswer, kind: 'quiet', values: pick((day) => day.abstained) },
    { name: texts.failedAnswers, kind: 'bad', values: pick((day) => day.failed) },
  ];
  const ratings: readonly Series[] = [
    { name: texts.ratedGood, kind: 'good', values: pick((day) => day.rated_good) },
    { name: texts.ratedBad, kind: 'bad', values: pick((day) => day.rated_bad) },
  ];
  return (
    <>
      <StackedBars
        title={texts.answers}
        labels={labels}
        series={answers}
        emptyText={texts.nothingAsked}
      />
      <StackedBars
        title={texts.ratings}
        labels={labels}
        series={ratings}
        emptyText={texts.nothingRated}
      />
      <details>
        <Text component="summary" size="sm" mt="sm">
          {texts.table}
        </Text>
        <DataTable
          minWidth={560}
          fz="xs"
          heads={[
            texts.day,
            texts.questions,
            texts.peopleWhoAsked,
            ...[...answers, ...ratings].map(({ name }) => name),
            texts.medianTime,
          ]}
          rows={days
            .toReversed()
            .map((day, at) => [
              labels[days.length - 1 - at],
              ...[
                day.questions,
                day.people,
                day.answered,
                day.abstained,
                day.failed,
                day.rated_good,
                day.rated_bad,
              ].map((count) => formats.number(count)),
              day.median_ms === null ? null : formats.duration(day.median_ms),
            ])}
        />
      </details>
    </>
  );
}
