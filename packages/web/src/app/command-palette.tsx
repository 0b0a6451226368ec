import { openSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Keyboard, MessageSquare, Search, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { useMe } from '../api/session.ts';
import { conversationsQuery } from '../chat/conversations.ts';
import { useTexts } from '../i18n/language.tsx';
import { listNavItems } from './nav-items.ts';

/** Finds pages, settings and conversations by name (Ctrl K). */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  useEffect(openSpotlight, []);
  const texts = useTexts('app');
  const navigate = useNavigate();
  const items = listNavItems(useMe());
  const conversations = useQuery({ ...conversationsQuery, enabled: false });
  const pages = [
    ...items.map(({ to, text, icon: Icon }) => ({
      id: to,
      label: texts[text],
      leftSection: <Icon size={18} />,
      onClick: () => void navigate({ to }),
    })),
    {
      id: '/settings',
      label: texts.settings,
      leftSection: <Settings size={18} />,
      onClick: () => void navigate({ to: '/settings' }),
    },
    {
      id: '/help',
      label: texts.help,
      leftSection: <Keyboard size={18} />,
      onClick: () => void navigate({ to: '/help' }),
    },
  ];
  const sessions = (conversations.data?.conversations ?? []).map(({ id, title }) => ({
    id,
    label: title,
    leftSection: <MessageSquare size={18} />,
    onClick: () => void navigate({ to: '/chat/$conversationId', params: { conversationId: id } }),
  }));
  return (
    <Spotlight
      actions={[...pages, ...sessions]}
      shortcut={null}
      onSpotlightClose={onClose}
      limit={12}
      nothingFound={texts.nothingFound}
      attributes={{ content: { 'aria-label': texts.palette } }}
      searchProps={{
        leftSection: <Search size={18} />,
        placeholder: texts.palette,
        'aria-label': texts.palette,
      }}
    />
  );
}
