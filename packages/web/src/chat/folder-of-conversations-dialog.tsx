import type { Conversation } from '@lectern/contracts';
import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { conversationsQuery } from './conversations.ts';
import { useChangeConversations } from './use-change-conversations.ts';

export interface FolderOfConversationsDialogProps {
  /** At least one. */
  readonly conversations: readonly Conversation[];
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** Moves conversations to a folder, or out of theirs. */
export function FolderOfConversationsDialog(props: FolderOfConversationsDialogProps) {
  const { conversations, onDone, onClose } = props;
  const texts = useTexts('desk');
  const all = useQuery(conversationsQuery).data?.conversations ?? [];
  const folders = [...new Set(all.flatMap(({ folder }) => folder ?? []))].toSorted();
  const change = useChangeConversations(conversations);
  return (
    <FormDialog
      title={texts.moveToFolder}
      label={texts.save}
      act={({ folder }) => change.mutateAsync({ folder: String(folder).trim() || null })}
      {...(onDone && { onDone })}
      onClose={onClose}
    >
      <Autocomplete
        name="folder"
        label={texts.folder}
        description={texts.folderHint}
        defaultValue={conversations[0]?.folder ?? ''}
        data={folders}
        maxLength={100}
        data-autofocus
      />
    </FormDialog>
  );
}
