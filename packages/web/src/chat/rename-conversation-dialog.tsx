import type { Conversation } from '@lectern/contracts';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { conversationsQuery, renameConversation } from './conversations.ts';

export interface RenameConversationDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

export function RenameConversationDialog({ conversation, onClose }: RenameConversationDialogProps) {
  const { id, title } = conversation;
  const texts = useTexts('chat');
  const parts = useTexts('components');
  const client = useQueryClient();
  const rename = useAction((next: string) => renameConversation(id, next), {
    onDone: () => {
      onClose();
      void client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
    },
  });
  return (
    <Dialog onClose={onClose} title={texts.renameTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate(String(new FormData(event.currentTarget).get('title')));
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
