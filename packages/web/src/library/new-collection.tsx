import type { Collection } from '@lectern/contracts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { refreshQueries } from '../api/query-client.ts';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { focusContent } from '../lib/focus-content.ts';
import { collectionsQuery, createCollection } from './collections.ts';

export interface NewCollectionButtonProps {
  readonly parent: Collection | undefined;
  readonly variant?: 'filled' | 'default';
}

export function NewCollectionButton({ parent, variant = 'default' }: NewCollectionButtonProps) {
  const texts = useTexts('library');
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant={variant}
        size={variant === 'filled' ? 'sm' : 'xs'}
        leftSection={<Plus size={16} />}
        onClick={dialog.open}
      >
        {texts.newCollection}
      </Button>
      <NewCollectionDialog parent={parent} isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}

export interface NewCollectionDialogProps {
  readonly parent: Collection | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function NewCollectionDialog({ parent, isOpen, onClose }: NewCollectionDialogProps) {
  const texts = useTexts('library');
  const parts = useTexts('components');
  const navigate = useNavigate();
  const create = useAction(createCollection, {
    quiet: true,
    onDone: ({ id }) => {
      onClose();
      void refreshQueries(collectionsQuery);
      // The new page has no opener to return the focus to.
      void navigate({ to: '/library/$collectionId', params: { collectionId: id } }).then(
        focusContent,
      );
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={parent ? texts.newBelow(parent.name) : texts.newCollection}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const values = new FormData(event.currentTarget);
          create.mutate({
            name: String(values.get('name')),
            description: String(values.get('description')),
            ...(parent && { parent_id: parent.id }),
          });
        }}
      >
        {create.isError && <ErrorNotice error={create.error} />}
        <TextInput
          name="name"
          label={texts.collectionName}
          maxLength={200}
          required
          data-autofocus
        />
        <Textarea name="description" label={texts.description} maxLength={2000} mt="sm" />
        <DialogButtons label={parts.create} isBusy={create.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
