import type { EvaluationRunResult, EvaluationScore } from '@lectern/contracts';
import { Table, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { DataTable } from '../components/data-table.tsx';
import { Hint } from '../components/hint.tsx';
import { WideTable } from '../components/wide-table.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { nameSettings } from './evaluation-runs.ts';
import { ScoreChart, shownMetrics } from './score-chart.tsx';

/** Shows a run as a chart, a table with intervals, and per question. */
export function RunResult({ result }: { readonly result: EvaluationRunResult }) {
  const texts = useTexts('evaluation');
  const formats = useFormats();
  const { settings, questions } = result;
  const [, second] = settings;
  const names = [texts.settingsA, texts.settingsB];
  const write = ({ mean, low, high }: EvaluationScore) => (
    <>
      {formats.number(mean, 3)}
      <Hint size="xs">{texts.interval(formats.number(low, 3), formats.number(high, 3))}</Hint>
    </>
  );
  return (
    <>
      <Hint mb="xs">{texts.chart}</Hint>
      <ScoreChart results={settings} />
      <WideTable minWidth={420} my="md" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.metric}</Table.Th>
            {settings.map((one, place) => (
              <Table.Th key={names[place]}>
                {second && `${names[place]}: `}
                {nameSettings(one.settings, texts, formats)}
              </Table.Th>
            ))}
            {second && <Table.Th>{texts.difference}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shownMetrics.map((metric) => {
            const difference = second?.against_first?.[metric];
            return (
              <Table.Tr key={metric}>
                <Table.Th scope="row">{texts[metric]}</Table.Th>
                {settings.map(({ scores }, place) => (
                  <Table.Td key={names[place]}>{write(scores[metric])}</Table.Td>
                ))}
                {difference && (
                  <Table.Td>
                    {write(difference)}
                    {(difference.low > 0 || difference.high < 0) && (
                      <Text
                        size="xs"
                        c={
                          difference.low > 0 ? 'var(--lectern-good)' : 'var(--mantine-color-error)'
                        }
                      >
                        {texts.differs}
                      </Text>
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
          <Table.Tr>
            <Table.Th scope="row">{texts.searchTime}</Table.Th>
            {settings.map(({ median_search_ms, fallbacks, embedded }, place) => (
              <Table.Td key={names[place]}>
                {formats.duration(median_search_ms)}
                {embedded && (
                  <Hint size="xs">
                    {texts.embedded(
                      formats.number(embedded.passages),
                      formats.duration(embedded.seconds * 1_000),
                    )}
                  </Hint>
                )}
                {fallbacks > 0 && (
                  <Text size="xs" c="var(--lectern-warn)">
                    {texts.fallbacks(fallbacks)}
                  </Text>
                )}
              </Table.Td>
            ))}
            {second && <Table.Td />}
          </Table.Tr>
        </Table.Tbody>
      </WideTable>
      <Title order={3} size="h5">
        {texts.byQuestion}
      </Title>
      <DataTable
        minWidth={420}
        my="xs"
        fz="sm"
        heads={[texts.question, ...(second ? names : [texts.ndcg_at_10]).slice(0, settings.length)]}
        rows={questions.map(({ id, query, results }) => [
          <span key={id} style={{ overflowWrap: 'anywhere' }}>
            {query}
          </span>,
          ...results.map(({ ndcg_at_10, first_rank }, place) => (
            <Fragment key={names[place]}>
              {formats.number(ndcg_at_10, 3)}
              <Hint size="xs">
                {first_rank === null ? texts.notFound : texts.firstRank(first_rank)}
              </Hint>
            </Fragment>
          )),
        ])}
      />
    </>
  );
}
