import type { Collection, Document } from '@lectern/contracts';
import { Modal, Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import { partsTexts } from '../parts/parts-texts.ts';
import { useAction } from '../parts/use-action.ts';
import { useTexts } from '../texts/language.tsx';
import { buildCollectionTree, flattenTree } from './collection-tree.ts';
import { collectionsQuery } from './collections.ts';
import { updateDocument } from './documents.ts';
import { libraryTexts } from './library-texts.ts';

export interface MoveDocumentsProps {
  readonly documents: readonly Document[];
  readonly collections: readonly Collection[];
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** Puts documents into another collection. */
export function MoveDocuments({ documents, collections, onClose, onDone }: MoveDocumentsProps) {
  const texts = useTexts(libraryTexts);
  const parts = useTexts(partsTexts);
  const client = useQueryClient();
  const [target, setTarget] = useState('');
  const move = useAction(
    async () => {
      for (const { id } of documents) await updateDocument(id, { collection_id: target });
    },
    {
      onDone: () => {
        void client.invalidateQueries({ queryKey: ['documents'] });
        void client.invalidateQueries({ queryKey: ['document'] });
        void client.invalidateQueries({ queryKey: collectionsQuery.queryKey });
        onClose();
        onDone?.();
      },
    },
  );
  const places = flattenTree(buildCollectionTree(collections)).filter(
    ({ collection }) => collection.permission !== 'read',
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.moveDocument}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <Radio.Group value={target} onChange={setTarget} aria-label={texts.moveDocument}>
        <Stack gap="xs" mah={360} style={{ overflowY: 'auto' }}>
          {places.map(({ collection: { id, name }, depth }) => (
            <Radio key={id} value={id} label={name} ml={depth * 20} />
          ))}
        </Stack>
      </Radio.Group>
      <DialogButtons
        label={texts.moveHere}
        isDisabled={target === ''}
        isBusy={move.isPending}
        onAct={() => move.mutate()}
        onClose={onClose}
      />
    </Modal>
  );
}
