import { Box, Button, Code, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { useMe } from '../api/session.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { notifyDone } from '../components/notify.ts';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { InstallationLimitsCards } from './installation-limits.tsx';
import { nameService } from './name-service.ts';
import { QueueCard } from './queue-card.tsx';
import { QuotaCard } from './quota-card.tsx';
import { UsageCard } from './usage-card.tsx';
import { WorkersCard } from './workers-card.tsx';

const refreshMs = 10_000;

const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call('getSuiteHealth', { signal }),
  refetchInterval: refreshMs,
});

const rebuildQuery = queryOptions({
  queryKey: ['rebuild'],
  queryFn: ({ signal }) => call('getRebuild', { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? 2_000 : refreshMs),
});

/**
 * Shows the state of the services to administrators of the installation, and usage and limits to
 * those of the organisation.
 */
export function OperationsPage() {
  const texts = useTexts('operations');
  const { operator } = useMe();
  return (
    <Page title={texts.operations} description={texts.description} width="wide">
      {operator && (
        <Box mb="md">
          <Parts />
          <InstallationLimitsCards />
        </Box>
      )}
      <UsageCard />
      {!operator && (
        <Stack maw={560} mt="md">
          <QuotaCard />
          <Hint>{texts.operatorOnly}</Hint>
        </Stack>
      )}
    </Page>
  );
}

function Parts() {
  const texts = useTexts('operations');
  const query = useQuery(healthQuery);
  return (
    <QueryView query={query}>
      {(health) => (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          <ServiceCard
            name={texts.gateway}
            state={health.status}
            facts={{ version: health.version }}
          />
          <ServiceCard name={texts.database} state={health.database} facts={{}} />
          {Object.entries(health.services).map(([name, facts]) => (
            <ServiceCard
              key={name}
              name={nameService(name, texts)}
              state={facts.status}
              facts={facts}
            />
          ))}
          <QueueCard facts={health.services.rag} />
          <WorkersCard workers={health.services.rag?.workers} />
          <IndexCard facts={health.services.rag} />
          <QuotaCard />
        </SimpleGrid>
      )}
    </QueryView>
  );
}

type Facts = Readonly<Record<string, unknown>> | undefined;

interface ServiceCardProps {
  readonly name: string;
  readonly state: 'ok' | 'degraded' | 'unavailable';
  readonly facts: Facts;
}

const kinds = { ok: 'good', degraded: 'warn', unavailable: 'bad' } as const;

function ServiceCard({ name, state, facts }: ServiceCardProps) {
  const texts = useTexts('operations');
  const problems = useTexts('modelProblems');
  const names = useTexts('models');
  const version = facts?.version;
  const models = facts?.models;
  return (
    <TitledCard title={name} aside={<StateBadge kind={kinds[state]}>{texts[state]}</StateBadge>}>
      {typeof version === 'string' && <Hint>{texts.version(version)}</Hint>}
      {Array.isArray(models) && (
        <Text size="sm">
          {texts.model}:{' '}
          {models.map((model) => (model === 'extractive' ? names.built_in : model)).join(', ')}
        </Text>
      )}
      {state === 'unavailable' && <Text size="sm">{texts.causeDown}</Text>}
      {listCauses(facts, problems).map((cause) => (
        <Text key={cause} size="sm" c="var(--lectern-warn)" style={{ overflowWrap: 'anywhere' }}>
          {cause}
        </Text>
      ))}
      {facts && Object.keys(facts).length > 1 && (
        <details>
          <Text component="summary" size="sm" mt="xs">
            {texts.facts}
          </Text>
          <Code block tabIndex={0} mt={4}>
            {JSON.stringify(facts, null, 2)}
          </Code>
        </details>
      )}
    </TitledCard>
  );
}

/** An index version that is being built for another embedding model. */
interface Building {
  readonly embedding_model: string;
  readonly documents_done: number;
  readonly documents_total: number;
}

function IndexCard({ facts }: { readonly facts: Facts }) {
  const texts = useTexts('operations');
  const names = useTexts('models');
  const [isAsking, setIsAsking] = useState(false);
  const rebuild = useQuery(rebuildQuery).data;
  if (!facts?.index) return null;
  const model = String(facts.embedding_model ?? '–');
  const building = facts.building as Building | null | undefined;
  return (
    <TitledCard title={texts.index}>
      <Text size="sm">
        {texts.embedding}: {model.startsWith('lectern-') ? names.built_in : model}
      </Text>
      {building && (
        <IndexProgress
          label={texts.buildingLabel}
          text={(done, total) => texts.building(building.embedding_model, done, total)}
          progress={building}
        />
      )}
      {rebuild?.running ? (
        <IndexProgress label={texts.rebuild} text={texts.rebuilding} progress={rebuild} />
      ) : (
        <Button variant="default" size="xs" mt="sm" onClick={() => setIsAsking(true)}>
          {texts.rebuild}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.rebuild}
        text={texts.rebuildText}
        action={texts.rebuild}
        act={() => call('rebuildIndex')}
        onDone={() => {
          notifyDone(texts.rebuildStarted);
          void refreshQueries(rebuildQuery);
        }}
        onClose={() => setIsAsking(false)}
      />
    </TitledCard>
  );
}

interface IndexProgressProps {
  readonly label: string;
  readonly text: (done: string, total: string) => string;
  readonly progress: Pick<Building, 'documents_done' | 'documents_total'>;
}

function IndexProgress({ label, text, progress }: IndexProgressProps) {
  const formats = useFormats();
  const { documents_done: done, documents_total: total } = progress;
  return (
    <>
      <Text size="sm" mt="sm" role="status">
        {text(formats.number(done), formats.number(total))}
      </Text>
      <Progress my={4} aria-label={label} value={(done / Math.max(1, total)) * 100} />
    </>
  );
}

/** Returns the problems that a service reports about its model, index or disk. */
function listCauses(facts: Facts, problems: Readonly<Record<string, string>>): string[] {
  const { model, index, building } = (facts ?? {}) as {
    readonly model?: { readonly problem?: string | null; readonly message?: string } | null;
    readonly index?: { readonly message?: string } | null;
    readonly building?: { readonly problem?: string | null } | null;
  };
  return [
    model?.problem ? (problems[model.problem] ?? model.message) : undefined,
    index?.message,
    building?.problem,
  ].filter((cause) => typeof cause === 'string');
}
