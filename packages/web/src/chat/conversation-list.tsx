import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { QueryView } from '../parts/query-view.tsx';
import { useTexts } from '../texts/language.tsx';
import { chatTexts } from './chat-texts.ts';
import classes from './conversation-list.module.css';
import { ConversationRow } from './conversation-row.tsx';
import { conversationsQuery } from './conversations.ts';
import { groupByAge } from './group-by-age.ts';

/** All conversations, newest first, found by their titles. */
export function ConversationList() {
  const texts = useTexts(chatTexts);
  const query = useQuery(conversationsQuery);
  const [wanted, setWanted] = useState('');
  const words = wanted.trim().toLowerCase();
  return (
    <section aria-label={texts.conversations} className={classes.section}>
      <Text component="h2" size="xs" fw={500} c="dimmed" px="xs" mb={6}>
        {texts.conversations}
      </Text>
      <QueryView query={query}>
        {({ conversations }) => {
          const found = conversations.filter(({ title }) => title.toLowerCase().includes(words));
          return (
            <>
              {conversations.length > 5 && (
                <TextInput
                  size="xs"
                  mb="xs"
                  value={wanted}
                  onChange={(event) => setWanted(event.currentTarget.value)}
                  placeholder={texts.searchConversations}
                  aria-label={texts.searchConversations}
                  leftSection={<Search size={14} aria-hidden />}
                />
              )}
              {found.length === 0 && (
                <Text size="xs" c="dimmed" px="xs">
                  {words ? texts.noMatch : texts.noConversations}
                </Text>
              )}
              {groupByAge(found).map(({ age, items }) => (
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
          );
        }}
      </QueryView>
    </section>
  );
}
