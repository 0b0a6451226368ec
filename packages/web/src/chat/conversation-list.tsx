import type { Conversation } from '@lectern/contracts';
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

type Age = 'today' | 'week' | 'older';

const dayMs = 86_400_000;

/** Groups conversations by age and keeps their order. */
function groupByAge(
  conversations: readonly Conversation[],
  nowMs = Date.now(),
): readonly { readonly age: Age; readonly items: readonly Conversation[] }[] {
  const midnight = new Date(nowMs);
  midnight.setHours(0, 0, 0, 0);
  const ageOf = ({ updated_at }: Conversation): Age => {
    const at = Date.parse(updated_at);
    if (at >= midnight.getTime()) return 'today';
    return at >= midnight.getTime() - 6 * dayMs ? 'week' : 'older';
  };
  return (['today', 'week', 'older'] as const)
    .map((age) => ({ age, items: conversations.filter((one) => ageOf(one) === age) }))
    .filter(({ items }) => items.length > 0);
}
