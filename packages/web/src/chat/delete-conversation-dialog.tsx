import type { Conversation } from '@lectern/contracts';
import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { refreshQueries } from '../api/query-client.ts';
import { deleteAttached, releaseAttached } from '../attachments/attach-files.ts';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { collectionsQuery } from '../library/collections.ts';
import { findAttached } from '../library/find-attached.ts';
import { useBinNotice } from '../library/use-restore.ts';
import { conversationsQuery, deleteConversation } from './conversations.ts';
import { forgetChatSession } from './use-chat-session.ts';

export interface DeleteConversationDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Deletes a conversation and, by choice, its attachments. */
export function DeleteConversationDialog({ conversation, onClose }: DeleteConversationDialogProps) {
  const { id, title } = conversation;
  const texts = useTexts('chat');
  const files = useTexts('attachments');
  const parts = useTexts('components');
  const navigate = useNavigate();
  const { conversationId } = useParams({ strict: false });
  const attached = findAttached(useQuery(collectionsQuery).data, id);
  const [keepsFiles, setKeepsFiles] = useState(false);
  const showNotice = useBinNotice();
  const removeAll = async () => {
    await deleteConversation(id);
    if (attached) await (keepsFiles ? releaseAttached : deleteAttached)(attached.id);
  };
  const remove = useAction(removeAll, {
    onDone: () => {
      onClose();
      showNotice({ id, name: title });
      forgetChatSession(id);
      void refreshQueries(conversationsQuery);
      if (conversationId === id) void navigate({ to: '/' });
    },
  });
  return (
    <Dialog onClose={onClose} title={texts.deleteTitle}>
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
      <DialogButtons
        label={parts.delete}
        isDangerous
        isBusy={remove.isPending}
        onAct={() => remove.mutate()}
        onClose={onClose}
      />
    </Dialog>
  );
}
