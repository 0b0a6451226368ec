import type { Conversation } from '@lectern/contracts';
import { Menu } from '@mantine/core';
import { Archive, ArchiveRestore, Folder, Pin, PinOff, Share2 } from 'lucide-react';
import { useTexts } from '../i18n/language.tsx';
import { useChangeConversations } from './use-change-conversations.ts';

export interface ConversationOrderItemsProps {
  readonly conversation: Conversation;
  readonly onShare: () => void;
  readonly onFolder: () => void;
}

/** Menu items that share, pin, archive and file a conversation. */
export function ConversationOrderItems({
  conversation,
  onShare,
  onFolder,
}: ConversationOrderItemsProps) {
  const { pinned, archived } = conversation;
  const texts = useTexts('desk');
  const { mutate: change } = useChangeConversations([conversation]);
  const PinIcon = pinned ? PinOff : Pin;
  const ArchiveIcon = archived ? ArchiveRestore : Archive;
  return (
    <>
      <Menu.Item leftSection={<Share2 size={16} />} onClick={onShare}>
        {texts.share}
      </Menu.Item>
      <Menu.Item leftSection={<PinIcon size={16} />} onClick={() => change({ pinned: !pinned })}>
        {pinned ? texts.unpin : texts.pin}
      </Menu.Item>
      <Menu.Item leftSection={<Folder size={16} />} onClick={onFolder}>
        {texts.moveToFolder}
      </Menu.Item>
      <Menu.Item
        leftSection={<ArchiveIcon size={16} />}
        onClick={() => change({ archived: !archived })}
      >
        {archived ? texts.unarchive : texts.archive}
      </Menu.Item>
    </>
  );
}
