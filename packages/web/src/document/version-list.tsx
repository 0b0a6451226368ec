import type { Document, DocumentVersion } from '@lectern/contracts';
import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../api/people.ts';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { type BadgeKind, StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { documentVersionsQuery } from '../library/documents.ts';

/** Lists the kept versions and mentions the others. */
export function VersionList({ document }: { readonly document: Document }) {
  const texts = useTexts('document');
  const query = useQuery(documentVersionsQuery(document));
  return (
    <section aria-label={texts.versions}>
      <Title order={2} size="h4" mt="md">
        {texts.versions}
      </Title>
      <QueryView query={query}>
        {({ versions }) => {
          const gone = Math.min(...versions.map(({ version }) => version)) - 1;
          return (
            <>
              <Stack component="ul" gap="sm" my="sm" p={0} style={{ listStyle: 'none' }}>
                {versions.map((version) => (
                  <li key={version.version}>
                    <Version version={version} />
                  </li>
                ))}
              </Stack>
              {gone > 0 && <Hint>{texts.removedVersions(gone)}</Hint>}
            </>
          );
        }}
      </QueryView>
    </section>
  );
}

const kinds = {
  queued: 'quiet',
  parsing: 'quiet',
  indexing: 'quiet',
  ready: 'good',
  failed: 'bad',
  cancelled: 'quiet',
} as const satisfies Record<Document['status'], BadgeKind>;

function Version({ version: one }: { readonly version: DocumentVersion }) {
  const texts = useTexts('document');
  const library = useTexts('library');
  const formats = useFormats();
  const members = useQuery({ ...membersQuery, enabled: one.added_by !== null }).data?.members;
  const sender = members?.find(({ user_id }) => user_id === one.added_by)?.name;
  const facts = [
    one.file_name,
    one.size !== null && formats.bytes(one.size),
    one.added_at &&
      [texts.addedAt(formats.dateTime(one.added_at)), sender && texts.addedBy(sender)]
        .filter(Boolean)
        .join(' '),
    one.read_at && texts.readAt(formats.dateTime(one.read_at)),
  ];
  return (
    <>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {texts.version(one.version)}
        </Text>
        {one.status && <StateBadge kind={kinds[one.status]}>{library[one.status]}</StateBadge>}
        {one.answers && one.status !== 'ready' && (
          <StateBadge kind="good">{texts.answers}</StateBadge>
        )}
      </Group>
      <Hint size="xs" style={{ overflowWrap: 'anywhere' }}>
        {facts.filter(Boolean).join(' · ')}
      </Hint>
    </>
  );
}
