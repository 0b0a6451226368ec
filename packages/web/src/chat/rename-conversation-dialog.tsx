import type { Conversation } from '@lectern/contracts';
import { TextInput } from '@mantine/core';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { useTexts } from '../i18n/language.tsx';
import { useChangeConversation } from './use-change-conversation.ts';

export interface RenameConversationDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

export function RenameConversationDialog({ conversation, onClose }: RenameConversationDialogProps) {
  const { id, title } = conversation;
  const texts = useTexts('chat');
  const parts = useTexts('components');
  const rename = useChangeConversation(id, onClose);
  return (
    <Dialog onClose={onClose} title={texts.renameTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ title: String(new FormData(event.currentTarget).get('title')) });
        }}
      >
        <TextInput
          name="title"
          label={texts.title}
          defaultValue={title}
          maxLength={200}
          required
          data-autofocus
        />
        <DialogButtons label={parts.save} isBusy={rename.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
