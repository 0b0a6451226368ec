import type { Collection, Document } from '@lectern/contracts';
import { useState } from 'react';
import { FormDialog } from '../components/form-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import { listAttachments } from './find-attached.ts';
import { PlaceRadios } from './place-radios.tsx';
import { useMoveDocuments } from './use-move-documents.ts';

export interface MoveDocumentsProps {
  readonly documents: readonly Document[];
  readonly collections: readonly Collection[];
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

export function MoveDocuments({ documents, collections, ...dialog }: MoveDocumentsProps) {
  const texts = useTexts('library');
  const [targetId, setTargetId] = useState('');
  const move = useMoveDocuments();
  const target = collections.find(({ id }) => id === targetId);
  return (
    <FormDialog
      {...dialog}
      title={texts.move}
      label={texts.moveHere}
      isDisabled={!target}
      act={async () => target && move.mutateAsync({ documents, target })}
    >
      <PlaceRadios
        label={texts.move}
        collections={collections}
        excluded={new Set(listAttachments(collections))}
        value={targetId}
        onChange={setTargetId}
      />
    </FormDialog>
  );
}
