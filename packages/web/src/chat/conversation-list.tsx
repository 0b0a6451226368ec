import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import classes from './conversation-list.module.css';
import { ConversationRow } from './conversation-row.tsx';
import { conversationsQuery, foundConversationsQuery } from './conversations.ts';
import { groupByAge } from './group-by-age.ts';

const typingMs = 250;
const fewConversations = 5;

export function ConversationList() {
  const texts = useTexts('chat');
  const all = useQuery(conversationsQuery);
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), typingMs);
  const found = useQuery(foundConversationsQuery(words));
  const hasSearch = (all.data?.conversations.length ?? 0) > fewConversations;
  return (
    <section aria-label={texts.conversations} className={classes.section}>
      <Text component="h2" size="xs" fw={500} c="dimmed" px="xs" mb={6}>
        {texts.conversations}
      </Text>
      {hasSearch && (
        <TextInput
          size="xs"
          mb="xs"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={texts.searchConversations}
          aria-label={texts.searchConversations}
          leftSection={<Search size={14} aria-hidden />}
        />
      )}
      <QueryView query={words === '' ? all : found}>
        {({ conversations }) => (
          <>
            {conversations.length === 0 && (
              <Text size="xs" c="dimmed" px="xs" role="status">
                {words ? texts.noMatch : texts.noConversations}
              </Text>
            )}
            {groupByAge(conversations).map(({ age, items }) => (
              <div key={age}>
                <Text size="xs" c="dimmed" px="xs" mt={8} mb={2}>
                  {texts[age]}
                </Text>
                <ul className={classes.list}>
                  {items.map((conversation) => (
                    <ConversationRow key={conversation.id} conversation={conversation} />
                  ))}
                </ul>
              </div>
            ))}
          </>
        )}
      </QueryView>
    </section>
  );
}
