import type { Document } from '@lectern/contracts';
import { Alert, Anchor, Table, Text, Title } from '@mantine/core';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { CitingConversations } from './citing-conversations.tsx';
import { VersionList } from './version-list.tsx';

export function DocumentDetails({ document }: { readonly document: Document }) {
  const texts = useTexts('document');
  const formats = useFormats();
  const metadata = Object.entries(document.metadata);
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [texts.fileName, document.file_name],
    [texts.type, document.mime_type],
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
    [texts.externalId, document.external_id],
    [texts.fingerprint, document.sha256],
  ];
  return (
    <>
      {document.warnings.length > 0 && (
        <Alert color="yellow" title={texts.warnings} mt="md">
          {document.warnings.map(({ code, message }) => (
            <Text key={`${code}${message}`} size="sm">
              {message}
            </Text>
          ))}
        </Alert>
      )}
      <Table my="md" layout="fixed">
        <Table.Tbody>
          {rows
            .filter(([, value]) => value !== null && value !== '')
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
