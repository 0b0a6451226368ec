import type { Conversation } from '@lectern/contracts';
import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { Ellipsis, Hand } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../i18n/language.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import classes from './conversation-list.module.css';

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

export function ConversationRow({ conversation }: { readonly conversation: Conversation }) {
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
