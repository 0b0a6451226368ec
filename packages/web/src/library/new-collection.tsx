import type { Collection } from '@lectern/contracts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { FormDialog } from '../components/form-dialog.tsx';
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
  const navigate = useNavigate();
  return (
    <FormDialog
      isOpen={isOpen}
      title={parent ? texts.newBelow(parent.name) : texts.newCollection}
      label={texts.create}
      changes={[collectionsQuery]}
      act={({ name = '', description = '' }) =>
        createCollection({ name, description, ...(parent && { parent_id: parent.id }) })
      }
      // The new page has no opener to return the focus to.
      onDone={({ id }) =>
        void navigate({ to: '/library/$collectionId', params: { collectionId: id } }).then(
          focusContent,
        )
      }
      onClose={onClose}
    >
      <TextInput name="name" label={texts.name} maxLength={200} required data-autofocus />
      <Textarea name="description" label={texts.descriptionField} maxLength={2000} mt="sm" />
    </FormDialog>
  );
}
