import type { Conversation } from '@lectern/contracts';
import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { Ellipsis, Hand, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../i18n/language.tsx';
import classes from './conversation-list.module.css';
import { ExportItems } from './export-items.tsx';

const RenameConversationDialog = lazy(async () => ({
  default: (await import('./rename-conversation-dialog.tsx')).RenameConversationDialog,
}));

const ConversationOrderItems = lazy(async () => ({
  default: (await import('./conversation-order-items.tsx')).ConversationOrderItems,
}));

const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}));

const FolderDialog = lazy(async () => ({
  default: (await import('./folder-of-conversations-dialog.tsx')).FolderOfConversationsDialog,
}));

const DeleteConversationDialog = lazy(async () => ({
  default: (await import('./delete-conversation-dialog.tsx')).DeleteConversationDialog,
}));

const dialogs = {
  rename: RenameConversationDialog,
  share: ShareDialog,
  folder: FolderDialog,
  delete: DeleteConversationDialog,
};

export function ConversationRow({ conversation }: { readonly conversation: Conversation }) {
  const { id, title, running, waiting } = conversation;
  const texts = useTexts('chat');
  const parts = useTexts('components');
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
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            className={classes.options}
            variant="subtle"
            color="gray"
            aria-label={texts.options(title)}
          >
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Pencil size={16} />} onClick={() => setDialog('rename')}>
            {parts.rename}
          </Menu.Item>
          <Suspense>
            <ConversationOrderItems
              conversation={conversation}
              onShare={() => setDialog('share')}
              onFolder={() => setDialog('folder')}
            />
          </Suspense>
          <Menu.Divider />
          <ExportItems label={texts.exportConversation} conversationId={id} />
          <Menu.Divider />
          <Menu.Item leftSection={<Trash2 size={16} />} onClick={() => setDialog('delete')}>
            {parts.delete}
          </Menu.Item>
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
