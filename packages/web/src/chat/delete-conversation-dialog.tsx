import type { Conversation } from '@lectern/contracts';
import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { collectionsQuery } from '../library/collections.ts';
import { findAttached } from '../library/find-attached.ts';
import { useDeleteConversations } from './use-delete-conversations.ts';

export interface DeleteConversationDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Deletes a conversation and, by choice, its attachments. */
export function DeleteConversationDialog({ conversation, onClose }: DeleteConversationDialogProps) {
  const { id, title } = conversation;
  const texts = useTexts('chat');
  const files = useTexts('attachments');
  const attached = findAttached(useQuery(collectionsQuery).data, id);
  const [keepsFiles, setKeepsFiles] = useState(false);
  const remove = useDeleteConversations();
  return (
    <FormDialog
      title={texts.deleteTitle}
      label={texts.delete}
      isDangerous
      act={() => remove.mutateAsync({ conversations: [conversation], keepsFiles })}
      onClose={onClose}
    >
      <Text fw={600}>{title}</Text>
      <Text c="dimmed">{texts.deleteText}</Text>
      {attached && (
        <Checkbox
          mt="sm"
          label={files.deleteToo(attached.document_count)}
          checked={!keepsFiles}
          onChange={(event) => setKeepsFiles(!event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
