import type { Conversation } from '@lectern/contracts';
import { Anchor, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import type { Texts } from '../i18n/texts.ts';
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
              <Hint size="xs" px="xs" role="status">
                {words ? texts.noMatch : texts.noConversations}
              </Hint>
            )}
            {group(conversations, texts).map(({ key, title, items }) => (
              <div key={key}>
                <Hint size="xs" px="xs" mt={8} mb={2}>
                  {title}
                </Hint>
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
      <Anchor
        component={Link}
        to={`/conversations${words && `?query=${encodeURIComponent(words)}`}`}
        size="xs"
        c="dimmed"
        px="xs"
        mt={8}
        display="inline-block"
        lh="24px"
      >
        {texts.allConversations}
      </Anchor>
    </section>
  );
}

const dayMs = 86_400_000;

interface ConversationGroup {
  readonly key: string;
  readonly title: string;
  readonly items: readonly Conversation[];
}

/** Groups conversations: pinned ones, then folders by name, then the others by age. */
function group(
  conversations: readonly Conversation[],
  texts: Texts['chat'],
): readonly ConversationGroup[] {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  const today = midnight.getTime();
  const ageOf = ({ updated_at }: Conversation) => {
    const at = Date.parse(updated_at);
    if (at >= today) return 'today';
    return at >= today - 6 * dayMs ? 'week' : 'older';
  };
  const keyOf = (one: Conversation) =>
    one.pinned ? 'pinned' : one.folder === null ? ageOf(one) : `folder ${one.folder}`;
  const groups = Map.groupBy(conversations, keyOf);
  const folders = [...groups.keys()].filter((key) => key.startsWith('folder ')).toSorted();
  return ['pinned', ...folders, 'today', 'week', 'older'].flatMap((key) => {
    const items = groups.get(key) ?? [];
    if (items.length === 0) return [];
    const title = key.startsWith('folder ')
      ? (items[0]?.folder ?? '')
      : texts[key as 'pinned' | ReturnType<typeof ageOf>];
    return [{ key, title, items }];
  });
}
