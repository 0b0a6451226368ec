import type { Conversation } from '@lectern/contracts';
import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { useTexts } from '../i18n/language.tsx';
import { conversationsQuery } from './conversations.ts';
import { useChangeConversation } from './use-change-conversation.ts';

export interface FolderOfConversationDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

export function FolderOfConversationDialog({
  conversation,
  onClose,
}: FolderOfConversationDialogProps) {
  const texts = useTexts('desk');
  const parts = useTexts('components');
  const all = useQuery(conversationsQuery).data?.conversations ?? [];
  const folders = [...new Set(all.flatMap(({ folder }) => folder ?? []))].toSorted();
  const change = useChangeConversation(conversation.id, onClose);
  return (
    <Dialog onClose={onClose} title={texts.moveToFolder}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const folder = String(new FormData(event.currentTarget).get('folder')).trim();
          change.mutate({ folder: folder || null });
        }}
      >
        <Autocomplete
          name="folder"
          label={texts.folder}
          description={texts.folderHint}
          defaultValue={conversation.folder ?? ''}
          data={folders}
          maxLength={100}
          data-autofocus
        />
        <DialogButtons label={parts.save} isBusy={change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
