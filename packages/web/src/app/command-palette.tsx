import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  FilePlus,
  FileText,
  Keyboard,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Search,
  Settings,
  SunMoon,
} from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { signOut, useMe } from '../api/session.ts';
import { conversationsQuery, foundConversationsQuery } from '../chat/conversations.ts';
import { useFocusOfOpener } from '../components/dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { addFiles } from '../library/add-files.ts';
import { nameFiles } from '../library/named-file.ts';
import { nameOf } from '../library/sort-documents.ts';
import { listNavItems } from './nav-items.ts';

const [store, palette] = createSpotlight();
const typingMs = 200;
const maxFound = 8;

export interface CommandPaletteProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onClose: () => void;
}

/** Finds pages, settings, actions, conversations and documents (Ctrl K). */
export function CommandPalette({ typed, onTyped, onClose }: CommandPaletteProps) {
  useEffect(palette.open, []);
  useFocusOfOpener(true);
  const texts = useTexts('app');
  const words = useTexts('palette');
  const settings = useTexts('settings');
  const { organisation } = useTexts('organisation');
  const navigate = useNavigate();
  const { toggleColorScheme } = useMantineColorScheme();
  const me = useMe();
  const [query] = useDebouncedValue(typed.trim(), typingMs);
  const recent = useQuery({ ...conversationsQuery, enabled: false });
  const found = useQuery(foundConversationsQuery(query));
  const documents = useQuery({
    queryKey: ['palette-documents', query],
    queryFn: ({ signal }) => call('listDocuments', { query: { query, limit: maxFound }, signal }),
    enabled: query !== '',
  });
  // The palette selects its first row when the words change. What is found later may precede it.
  useEffect(() => {
    const rows = document.querySelectorAll('.mantine-Spotlight-actionsList [data-action]');
    for (const row of rows) row.removeAttribute('data-selected');
    rows[0]?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: rows.length > 0 ? 0 : -1 }));
  }, [found.data, documents.data]);
  const conversations = (query === '' ? recent : found).data?.conversations ?? [];
  const action = ([id, label, Icon]: [string, string, LucideIcon], onClick: () => void) => ({
    id,
    label,
    leftSection: <Icon size={18} />,
    onClick,
    // The suite has found these by the typed words; others are filtered by their labels.
    ...(/^(chat|document) /.test(id) && { keywords: [typed] }),
  });
  const tabs = [
    ['profile', settings.profile],
    ['security', settings.security],
    ['appearance', settings.appearance],
    ['organisation', organisation],
  ] as const;
  const groups: readonly { readonly group: string; readonly actions: SpotlightActionData[] }[] = [
    {
      group: texts.pages,
      actions: listNavItems(me).map(({ to, text, icon }) =>
        action([to, texts[text], icon], () => void navigate({ to })),
      ),
    },
    {
      group: words.library,
      actions: (query === '' ? [] : (documents.data?.documents ?? [])).map((one) =>
        action(
          [`document ${one.id}`, nameOf(one), FileText],
          () => void navigate({ to: '/documents/$documentId', params: { documentId: one.id } }),
        ),
      ),
    },
    {
      group: words.conversations,
      actions: conversations
        .slice(0, maxFound)
        .map(({ id, title }) =>
          action(
            [`chat ${id}`, title, MessageSquare],
            () => void navigate({ to: '/chat/$conversationId', params: { conversationId: id } }),
          ),
        ),
    },
    {
      group: words.actions,
      actions: [
        ...(me.scopes.includes('documents:write')
          ? [action(['add', words.addFiles, FilePlus], chooseFiles)]
          : []),
        action(['theme', words.theme, SunMoon], toggleColorScheme),
        action(['help', texts.help, Keyboard], () => void navigate({ to: '/help' })),
        action(['sign-out', texts.signOut, LogOut], () => void signOut()),
      ],
    },
    {
      group: texts.settings,
      actions: tabs.map(([tab, label]) =>
        action(
          [`settings ${tab}`, `${texts.settings}: ${label}`, Settings],
          () => void navigate({ to: '/settings', search: { tab } }),
        ),
      ),
    },
  ];
  return (
    <Spotlight
      actions={groups.filter(({ actions }) => actions.length > 0)}
      store={store}
      shortcut={null}
      onSpotlightClose={onClose}
      query={typed}
      onQueryChange={onTyped}
      scrollable
      centered={false}
      maxHeight={480}
      nothingFound={texts.noResults}
      attributes={{ content: { 'aria-label': texts.palette } }}
      searchProps={{
        leftSection: <Search size={18} />,
        placeholder: texts.palette,
        'aria-label': texts.palette,
        id: 'palette-field',
      }}
    />
  );
}

function chooseFiles(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.onchange = () => addFiles(undefined, nameFiles(input.files ?? []));
  input.click();
}
