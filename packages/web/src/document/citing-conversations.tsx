import { Anchor, List, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

const limit = 50;

/** Lists the person's conversations that cite a document, latest first. */
export function CitingConversations({ documentId }: { readonly documentId: string }) {
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
