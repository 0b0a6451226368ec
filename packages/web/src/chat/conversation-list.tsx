import type { Conversation } from '@lectern/contracts';
import { ActionIcon, Anchor, Loader, Menu, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Ellipsis, Hand, Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Hint } from '../components/hint.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import type { Texts } from '../i18n/texts.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import classes from './conversation-list.module.css';
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

const RenameConversationDialog = lazyComponent(
  () => import('./rename-conversation-dialog.tsx'),
  'RenameConversationDialog',
);

const loadMenu = () => import('./conversation-menu.tsx');
const ConversationMenu = lazyComponent(loadMenu, 'ConversationMenu');

const ShareDialog = lazyComponent(() => import('./share-dialog.tsx'), 'ShareDialog');

const FolderDialog = lazyComponent(
  () => import('./folder-of-conversations-dialog.tsx'),
  'FolderOfConversationsDialog',
);

const DeleteConversationDialog = lazyComponent(
  () => import('./delete-conversation-dialog.tsx'),
  'DeleteConversationDialog',
);

const dialogs = {
  rename: RenameConversationDialog,
  share: ShareDialog,
  folder: FolderDialog,
  delete: DeleteConversationDialog,
};

function ConversationRow({ conversation }: { readonly conversation: Conversation }) {
  const { id, title, running, waiting } = conversation;
  const texts = useTexts('chat');
  const { conversationId } = useParams({ strict: false });
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const OpenDialog = dialog && dialogs[dialog];
  return (
    <li className={classes.row} data-active={conversationId === id || undefined}>
      <Link
        to="/chat/$conversationId"
        params={{ conversationId: id }}
        className={classes.link}
        title={title}
        aria-current={conversationId === id ? 'page' : undefined}
      >
        {title}
      </Link>
      {running && <Loader size={12} mr={6} />}
      {waiting && (
        <Tooltip label={texts.waits}>
          <Hand size={14} role="img" aria-label={texts.waits} color="var(--lectern-warn)" />
        </Tooltip>
      )}
      {/* A menu that widened after its placement would widen the page of a phone. */}
      <Menu position="bottom-end" shadow="md" width={250}>
        <Menu.Target>
          <ActionIcon
            className={classes.options}
            variant="subtle"
            color="gray"
            aria-label={texts.options(title)}
            // An open menu moves the focus to its first item, which must be there.
            onFocus={loadMenu}
          >
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Suspense>
            <ConversationMenu conversation={conversation} onOpen={setDialog} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {OpenDialog && (
        <Suspense>
          <OpenDialog
            conversation={conversation}
            conversations={[conversation]}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </li>
  );
}
