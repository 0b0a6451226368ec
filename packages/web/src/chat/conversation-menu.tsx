import type { Conversation } from '@lectern/contracts';
import { Menu } from '@mantine/core';
import { Archive, ArchiveRestore, Folder, Pencil, Pin, PinOff, Share2, Trash2 } from 'lucide-react';
import { useTexts } from '../i18n/language.tsx';
import { ExportItems } from './export-items.tsx';
import { useChangeConversations } from './use-change-conversations.ts';

export interface ConversationMenuProps {
  readonly conversation: Conversation;
  readonly onOpen: (dialog: 'rename' | 'share' | 'folder' | 'delete') => void;
}

/** The items of a conversation's menu. */
export function ConversationMenu({ conversation, onOpen }: ConversationMenuProps) {
  const { id, pinned, archived } = conversation;
  const texts = useTexts('desk');
  const chat = useTexts('chat');
  const { mutate: change } = useChangeConversations([conversation]);
  const item = (text: string, Icon: typeof Pin, onClick: () => void) => (
    <Menu.Item leftSection={<Icon size={16} />} onClick={onClick}>
      {text}
    </Menu.Item>
  );
  return (
    <>
      {item(texts.rename, Pencil, () => onOpen('rename'))}
      {item(texts.share, Share2, () => onOpen('share'))}
      {item(pinned ? texts.unpin : texts.pin, pinned ? PinOff : Pin, () =>
        change({ pinned: !pinned }),
      )}
      {item(texts.moveToFolder, Folder, () => onOpen('folder'))}
      {item(archived ? texts.unarchive : texts.archive, archived ? ArchiveRestore : Archive, () =>
        change({ archived: !archived }),
      )}
      <Menu.Divider />
      <ExportItems label={chat.exportConversation} conversationId={id} />
      <Menu.Divider />
      {item(texts.delete, Trash2, () => onOpen('delete'))}
    </>
  );
}
