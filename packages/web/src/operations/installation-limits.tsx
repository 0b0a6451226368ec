import type { InstallationLimits } from '@lectern/contracts';
import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { DataTable } from '../components/data-table.tsx';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { documentQuery } from '../library/documents.ts';
import { endingOf, nameOf } from '../library/sort-documents.ts';
import { nameService } from './name-service.ts';
import { QuotaRow } from './quota-card.tsx';

const limitsQuery = queryOptions({
  queryKey: ['installation-limits'],
  queryFn: ({ signal }) => call('getInstallationLimits', { signal }),
  refetchInterval: 30_000,
});

/** Shows which organisations and which work reach the limits of the installation. */
export function InstallationLimitsCards() {
  return (
    <QueryView query={useQuery(limitsQuery)}>{(limits) => <Cards limits={limits} />}</QueryView>
  );
}

function Cards({ limits }: { readonly limits: InstallationLimits }) {
  const texts = useTexts('operations');
  const sources = useTexts('sources');
  const formats = useFormats();
  const { organisations, slow_searches, slow_parses, stuck_sources, index, unavailable } = limits;
  const name = (id: string) => limits.organisation_names[id] ?? id;
  const seconds = (count: number) => formats.duration(count * 1_000);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md">
      <TitledCard title={texts.limitsOfAll}>
        {unavailable.length > 0 && (
          <Hint>
            {texts.limitsMissing(unavailable.map((one) => nameService(one, texts)).join(', '))}
          </Hint>
        )}
        <Stack gap="md" mah={400} style={{ overflowY: 'auto' }} tabIndex={0}>
          {organisations.map(({ organisation_id, quotas }) => (
            <div key={organisation_id}>
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name(organisation_id)}
              </Text>
              {quotas.map((use) => (
                <QuotaRow key={use.quota} use={use} />
              ))}
            </div>
          ))}
        </Stack>
      </TitledCard>
      <TitledCard title={texts.indexLag}>
        {index && (
          <Text size="sm">
            {index.lag_seconds > 0 ? texts.lagOf(seconds(index.lag_seconds)) : texts.noLag}
          </Text>
        )}
        {index?.building && (
          <Text size="sm">
            {texts.building(
              index.building.embedding_model,
              formats.number(index.building.documents_done),
              formats.number(index.building.documents_total),
            )}
          </Text>
        )}
      </TitledCard>
      <Rows
        title={texts.slowSearches}
        heads={[texts.duration, texts.organisation, texts.time]}
        rows={slow_searches.map(({ organisation_id, duration_ms, at }) => [
          formats.duration(duration_ms),
          name(organisation_id),
          formats.dateTime(at),
        ])}
      />
      <Rows
        title={texts.slowFiles}
        heads={[texts.duration, texts.organisation, texts.format, texts.document, texts.time]}
        rows={slow_parses.map(({ organisation_id, duration_ms, format, document_id, at }) => [
          formats.duration(duration_ms),
          name(organisation_id),
          endingOf({ file_name: null, mime_type: format }),
          <DocumentName key="name" id={document_id} />,
          formats.dateTime(at),
        ])}
      />
      <Rows
        title={texts.stuckSources}
        heads={[texts.source, texts.organisation, texts.failedRuns, texts.cause, texts.openFor]}
        rows={stuck_sources.map((source) => [
          sources.kinds[source.kind === 'rclone' ? 'other' : source.kind],
          name(source.organisation_id),
          formats.number(source.failed_runs),
          source.error_code && sources.problems[source.error_code],
          source.running_seconds === null ? null : seconds(source.running_seconds),
        ])}
      />
    </SimpleGrid>
  );
}

/** The title of a document, where the person may read it. */
function DocumentName({ id }: { readonly id: string }) {
  const texts = useTexts('operations');
  const { data } = useQuery({ ...documentQuery(id), retry: false });
  if (!data) return <Hint size="xs">{texts.notYours}</Hint>;
  return (
    <Anchor component={Link} to={`/documents/${id}`} inherit>
      {nameOf(data)}
    </Anchor>
  );
}

interface RowsProps {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}

function Rows({ title, heads, rows }: RowsProps) {
  const texts = useTexts('operations');
  return (
    <TitledCard title={title}>
      {rows.length === 0 ? (
        <Hint>{texts.none}</Hint>
      ) : (
        <DataTable minWidth={560} fz="xs" heads={heads} rows={rows} />
      )}
    </TitledCard>
  );
}
