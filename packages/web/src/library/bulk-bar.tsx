import type { Collection, Document } from '@lectern/contracts';
import { Button, Card, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { FolderInput, RotateCcw, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../parts/use-action.ts';
import { useTexts } from '../texts/language.tsx';
import { retryDocument } from './documents.ts';
import { libraryTexts } from './library-texts.ts';
import { MoveDocuments } from './move-documents.tsx';
import { useDelete } from './use-delete.tsx';

export interface BulkBarProps {
  readonly documents: readonly Document[];
  readonly collections: readonly Collection[];
  readonly onDone: () => void;
}

/** What can be done with all chosen documents at once. */
export function BulkBar({ documents, collections, onDone }: BulkBarProps) {
  const texts = useTexts(libraryTexts);
  const client = useQueryClient();
  const [isMoving, setIsMoving] = useState(false);
  const remove = useDelete();
  const again = documents.filter(({ status }) => status === 'failed' || status === 'cancelled');
  const retry = useAction(
    async () => {
      for (const { id } of again) await retryDocument(id);
    },
    {
      onDone: () => {
        void client.invalidateQueries({ queryKey: ['documents'] });
        onDone();
      },
    },
  );
  return (
    <Card withBorder py="xs" px="md" mb="sm">
      <Group gap="sm">
        <Text size="sm" fw={600} role="status">
          {texts.selected(documents.length)}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<FolderInput size={14} />}
          onClick={() => setIsMoving(true)}
        >
          {texts.moveDocument}
        </Button>
        {again.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={retry.isPending}
            leftSection={<RotateCcw size={14} />}
            onClick={() => retry.mutate()}
          >
            {texts.retry}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Trash2 size={14} />}
          onClick={() => {
            remove(documents.map(({ id }) => id));
            onDone();
          }}
        >
          {texts.remove}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<X size={14} />}
          onClick={onDone}
        >
          {texts.clearSelection}
        </Button>
      </Group>
      {isMoving && (
        <MoveDocuments
          documents={documents}
          collections={collections}
          onClose={() => setIsMoving(false)}
          onDone={onDone}
        />
      )}
    </Card>
  );
}
