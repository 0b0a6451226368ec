import type { ResearchTables as Tables } from '@lectern/contracts';
import { Anchor, Badge, Tabs, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { DataTable } from '../components/data-table.tsx';
import { Hint } from '../components/hint.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

/** Shows the records of a run with their links; `n` is the number in the answer. */
export function ResearchTables({ tables }: { readonly tables: Tables }) {
  const texts = useTexts('research');
  const formats = useFormats();
  const { publications, trials, documents, disagreements } = tables;
  const all = [
    {
      name: 'publications' as const,
      heads: ['№', texts.titleField, texts.journal, texts.date, 'PMID'],
      rows: publications.map((row) => [
        row.n,
        <>
          {row.title} {row.retracted && <Badge color="red.8">{texts.retracted}</Badge>}
          <Hint size="xs">{row.authors}</Hint>
          {row.registry_nct_ids?.length ? (
            <Hint size="xs">
              {texts.namedByRegistry}:{' '}
              {row.registry_nct_ids.map((id, index) => (
                <Fragment key={id}>
                  {index > 0 && ', '}
                  <Outside url={`https://clinicaltrials.gov/study/${id}`}>{id}</Outside>
                </Fragment>
              ))}
            </Hint>
          ) : null}
        </>,
        row.journal,
        row.date,
        <Outside key="link" url={row.url}>
          {row.pmid}
        </Outside>,
      ]),
    },
    {
      name: 'trials' as const,
      heads: [
        '№',
        texts.titleField,
        texts.phase,
        texts.status,
        texts.sponsor,
        texts.enrollment,
        'NCT',
      ],
      rows: trials.map((row) => [
        row.n,
        <>
          {row.title}
          {row.publications.length > 0 && (
            <Hint size="xs">
              {row.publications.map(({ pmid }) => (
                <Outside key={pmid} url={`https://pubmed.ncbi.nlm.nih.gov/${pmid}/`}>
                  PMID {pmid}{' '}
                </Outside>
              ))}
            </Hint>
          )}
        </>,
        row.phases.join(', '),
        row.status,
        row.sponsor,
        row.enrollment === null ? null : formats.number(row.enrollment),
        <Outside key="link" url={row.url}>
          {row.nct_id}
        </Outside>,
      ]),
    },
    {
      name: 'documents' as const,
      heads: ['№', texts.titleField, texts.passage],
      rows: documents.map((row) => [
        row.n,
        <Link
          key="link"
          to="/documents/$documentId"
          params={{ documentId: row.document_id }}
          search={row.page === null ? {} : { page: row.page }}
        >
          {row.title}
        </Link>,
        <Text key="text" size="sm" lineClamp={4}>
          {row.text}
        </Text>,
      ]),
    },
    {
      name: 'disagreements' as const,
      heads: [texts.about, texts.says],
      rows: disagreements.map(({ about, statements }) => [
        about,
        statements.map(({ n, source, says }) => (
          <Text key={source} size="sm">
            {n !== null && `[${n}] `}
            {source}: {says}
          </Text>
        )),
      ]),
    },
  ].filter(({ rows }) => rows.length > 0);
  const first = all[0]?.name;
  if (!first) return null;
  return (
    <Tabs defaultValue={first} keepMounted={false}>
      <Tabs.List mb="sm">
        {all.map(({ name, rows }) => (
          <Tabs.Tab key={name} value={name}>
            {texts[name]} ({rows.length})
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {all.map(({ name, heads, rows }) => (
        <Tabs.Panel key={name} value={name}>
          <DataTable minWidth={560} verticalSpacing="xs" striped heads={heads} rows={rows} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Outside({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm" underline="always">
      {children}
    </Anchor>
  );
}
