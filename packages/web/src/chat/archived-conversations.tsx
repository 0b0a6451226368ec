import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { Hint } from '../components/hint.tsx';
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
          <Hint size="xs" px="xs" role="status">
            {texts.noArchived}
          </Hint>
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
