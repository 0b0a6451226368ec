import type { WorkerJob, WorkerState } from '@lectern/contracts';
import { Group, Stack, Text } from '@mantine/core';
import { Hint } from '../components/hint.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

export function WorkersCard({
  workers,
}: {
  readonly workers: readonly WorkerState[] | null | undefined;
}) {
  const texts = useTexts('operations');
  if (!workers) return null;
  return (
    <TitledCard title={texts.workers}>
      {!workers.some(({ alive }) => alive) && (
        <Text size="sm" c="var(--lectern-warn)" mb="xs">
          {texts.noWorkers}
        </Text>
      )}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {workers.map((worker) => (
          <li key={worker.id}>
            <Worker worker={worker} />
          </li>
        ))}
      </Stack>
    </TitledCard>
  );
}

function Worker({ worker }: { readonly worker: WorkerState }) {
  const texts = useTexts('operations');
  const formats = useFormats();
  const { host, version, alive, started_at, silent_seconds, jobs } = worker;
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {host}
        </Text>
        <StateBadge kind={alive ? 'good' : 'bad'} style={{ flexShrink: 0 }}>
          {alive ? texts.alive : texts.silent}
        </StateBadge>
      </Group>
      <Hint size="xs" my={4}>
        {[
          texts.version(version),
          texts.startedAt(formats.dateTime(started_at)),
          texts.silentFor(formats.duration(silent_seconds * 1_000)),
        ].join(' · ')}
      </Hint>
      {jobs.length === 0 ? (
        <Text size="sm">{texts.nothingInHand}</Text>
      ) : (
        jobs.map((job) => <Job key={`${job.task} ${job.since}`} job={job} />)
      )}
    </>
  );
}

function Job({ job: { task, documents, since } }: { readonly job: WorkerJob }) {
  const texts = useTexts('operations');
  const formats = useFormats();
  return (
    <Text size="sm">
      {texts[`task_${task}`]}
      {documents !== null && `: ${texts.countDocuments(documents)}`}
      <Hint span size="xs">
        {' '}
        {texts.since(formats.dateTime(since))}
      </Hint>
    </Text>
  );
}
