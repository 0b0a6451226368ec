import type { Document } from '@lectern/contracts';
import { Alert, Anchor, List, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { collectionsQuery } from '../library/collections.ts';
import { endingOf } from '../library/sort-documents.ts';
import { VersionList } from './version-list.tsx';

export function DocumentDetails({ document }: { readonly document: Document }) {
  const texts = useTexts('document');
  const formats = useFormats();
  const metadata = Object.entries(document.metadata);
  const [, sourceId] = /^source:([^:]+):/.exec(document.external_id ?? '') ?? [];
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [texts.fileName, document.file_name],
    [texts.type, endingOf(document)],
    [texts.size, formats.bytes(document.size)],
    [texts.added, formats.dateTime(document.created_at)],
    [texts.changed, formats.dateTime(document.updated_at)],
    [
      texts.address,
      document.url && (
        <Anchor href={document.url} target="_blank" rel="noreferrer">
          {document.url}
        </Anchor>
      ),
    ],
    [texts.source, sourceId && <SourceLink id={sourceId} document={document} />],
    [texts.externalId, sourceId ? null : document.external_id],
    [texts.fingerprint, document.sha256],
  ];
  return (
    <>
      {document.warnings.length > 0 && (
        <Alert color="yellow" title={texts.warnings} mt="md" style={{ flexShrink: 0 }}>
          {document.warnings.map(({ code, message }) => (
            <div key={`${code}${message}`}>
              <Text size="sm">{texts.parserWarnings[code] ?? message}</Text>
              {texts.parserWarnings[code] && (
                <Text size="xs" lang="en">
                  {message}
                </Text>
              )}
            </div>
          ))}
        </Alert>
      )}
      <Table my="md" layout="fixed">
        <Table.Tbody>
          {rows
            .filter(([, value]) => value !== null && value !== undefined && value !== '')
            .map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" w={140}>
                  {name}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <Title order={2} size="h4">
        {texts.metadata}
      </Title>
      {metadata.length === 0 ? (
        <Text c="dimmed">{texts.noMetadata}</Text>
      ) : (
        <Table my="sm" layout="fixed">
          <Table.Tbody>
            {metadata.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" w={140}>
                  {name}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {Array.isArray(value) ? value.join(', ') : String(value)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <VersionList document={document} />
      <CitingConversations documentId={document.id} />
    </>
  );
}

interface SourceLinkProps {
  readonly id: string;
  readonly document: Document;
}

/** Names the source that brought a document, with a link for those who manage it. */
function SourceLink({ id, document: { collection_id, metadata } }: SourceLinkProps) {
  const texts = useTexts('document');
  const collections = useQuery(collectionsQuery).data ?? [];
  const name = `${metadata.source ?? texts.source}`;
  const manages = collections.some(
    (one) => one.id === collection_id && one.permission === 'manage',
  );
  if (!manages) return name;
  return (
    <Anchor component={Link} to={`/sources?source=${id}`}>
      {name}
    </Anchor>
  );
}

const limit = 50;

/** Lists the person's conversations that cite a document, latest first. */
function CitingConversations({ documentId }: { readonly documentId: string }) {
  const texts = useTexts('document');
  const formats = useFormats();
  const query = useQuery({
    queryKey: ['conversations', 'citing', documentId],
    queryFn: ({ signal }) =>
      call('listConversations', { query: { cites: documentId, limit }, signal }),
  });
  return (
    <section>
      <Title order={2} size="h4" mt="md">
        {texts.citedIn}
      </Title>
      <QueryView query={query}>
        {({ conversations }) =>
          conversations.length === 0 ? (
            <Text c="dimmed">{texts.citedNowhere}</Text>
          ) : (
            <List my="sm" size="sm" spacing={4}>
              {conversations.map(({ id, title, updated_at }) => (
                <List.Item key={id}>
                  <Anchor component={Link} to={`/chat/${id}`} size="sm" underline="always">
                    {title}
                  </Anchor>{' '}
                  <Hint span size="xs">
                    {formats.ago(updated_at)}
                  </Hint>
                </List.Item>
              ))}
            </List>
          )
        }
      </QueryView>
    </section>
  );
}
