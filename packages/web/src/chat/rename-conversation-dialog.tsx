import type { Conversation } from '@lectern/contracts';
import { TextInput } from '@mantine/core';
import { call } from '../api/call.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { conversationsQuery } from './conversations.ts';

export interface RenameConversationDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

export function RenameConversationDialog({ conversation, onClose }: RenameConversationDialogProps) {
  const { id, title } = conversation;
  const texts = useTexts('chat');
  return (
    <FormDialog
      title={texts.renameTitle}
      label={texts.save}
      act={({ title: next }) =>
        call('updateConversation', { params: { id }, body: { title: String(next) } })
      }
      changes={[conversationsQuery]}
      onClose={onClose}
    >
      <TextInput
        name="title"
        label={texts.titleField}
        defaultValue={title}
        maxLength={200}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
