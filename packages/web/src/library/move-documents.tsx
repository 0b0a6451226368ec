import type { Collection, Document } from '@lectern/contracts';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { useTexts } from '../i18n/language.tsx';
import { buildCollectionTree, flattenTree } from './collection-tree.ts';
import { listAttachments } from './find-attached.ts';
import { useMoveDocuments } from './use-move-documents.ts';

export interface MoveDocumentsProps {
  readonly documents: readonly Document[];
  readonly collections: readonly Collection[];
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

export function MoveDocuments({ documents, collections, onClose, onDone }: MoveDocumentsProps) {
  const texts = useTexts('library');
  const [targetId, setTargetId] = useState('');
  const move = useMoveDocuments(() => {
    onClose();
    onDone?.();
  });
  const attachments = listAttachments(collections);
  const places = flattenTree(buildCollectionTree(collections)).filter(
    ({ collection: { id, permission } }) => permission !== 'read' && !attachments.includes(id),
  );
  const target = collections.find(({ id }) => id === targetId);
  return (
    <Dialog onClose={onClose} title={texts.moveDocument}>
      <Radio.Group value={targetId} onChange={setTargetId} aria-label={texts.moveDocument}>
        <Stack gap="xs" mah={360} style={{ overflowY: 'auto' }}>
          {places.map(({ collection: { id, name }, depth }) => (
            <Radio key={id} value={id} label={name} ml={depth * 20} />
          ))}
        </Stack>
      </Radio.Group>
      <DialogButtons
        label={texts.moveHere}
        isDisabled={!target}
        isBusy={move.isPending}
        onAct={() => target && move.mutate({ documents, target })}
        onClose={onClose}
      />
    </Dialog>
  );
}
