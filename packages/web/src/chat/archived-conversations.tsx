import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import classes from './conversation-list.module.css';
import { ConversationRow } from './conversation-row.tsx';
import { conversationsQuery } from './conversations.ts';

/** Lists archived conversations. */
export function ArchivedConversations() {
  const texts = useTexts('desk');
  const archived = useQuery({
    queryKey: [...conversationsQuery.queryKey, { archived: true }],
    queryFn: ({ signal }) =>
      call('listConversations', { query: { limit: 500, archived: 'true' }, signal }),
  });
  return (
    <QueryView query={archived}>
      {({ conversations }) =>
        conversations.length === 0 ? (
          <Text size="xs" c="dimmed" px="xs" role="status">
            {texts.noArchived}
          </Text>
        ) : (
          <ul className={classes.list}>
            {conversations.map((conversation) => (
              <ConversationRow key={conversation.id} conversation={conversation} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}
