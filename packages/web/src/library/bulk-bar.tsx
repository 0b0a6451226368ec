import type { Collection, Document } from '@lectern/contracts';
import { Button, Card, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { FolderInput, RotateCcw, Trash2, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { describeError } from '../api/error-texts.ts';
import { notifyFailed } from '../parts/notify.ts';
import { useAction } from '../parts/use-action.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { actOnEach } from './act-on-each.ts';
import { retryDocument } from './documents.ts';
import { libraryTexts } from './library-texts.ts';
import { mayChange } from './may-change.ts';
import { MoveDocuments } from './move-documents.tsx';
import { useDelete } from './use-delete.tsx';

export interface BulkBarProps {
  /** At least one. */
  readonly documents: readonly Document[];
  readonly collections: readonly Collection[];
  readonly onDone: () => void;
}

/** What can be done with all chosen documents at once, as far as the person's rights go. */
export function BulkBar({ documents, collections, onDone }: BulkBarProps) {
  const texts = useTexts(libraryTexts);
  const [isMoving, setIsMoving] = useState(false);
  const bar = useFocusToTable();
  const remove = useDelete();
  const retry = useRetryAll(onDone);
  const mine = documents.filter((one) => mayChange(one, collections));
  const again = mine.filter(({ status }) => status === 'failed' || status === 'cancelled');
  return (
    <Card ref={bar} withBorder py="xs" px="md" mb="sm">
      <Group gap="sm">
        <Text size="sm" fw={600} role="status">
          {texts.selected(documents.length)}
        </Text>
        {mine.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<FolderInput size={14} />}
            onClick={() => setIsMoving(true)}
          >
            {texts.moveDocument}
          </Button>
        )}
        {again.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={retry.isPending}
            leftSection={<RotateCcw size={14} />}
            onClick={() => retry.mutate(again)}
          >
            {texts.retry}
          </Button>
        )}
        {mine.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Trash2 size={14} />}
            onClick={() => {
              remove(mine.map(({ id }) => id));
              onDone();
            }}
          >
            {texts.remove}
          </Button>
        )}
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
          documents={mine}
          collections={collections}
          onClose={() => setIsMoving(false)}
          onDone={onDone}
        />
      )}
    </Card>
  );
}

function useRetryAll(onDone: () => void) {
  const texts = useTexts(libraryTexts);
  const { language } = useLanguage();
  const client = useQueryClient();
  return useAction(
    (documents: readonly Document[]) => actOnEach(documents, ({ id }) => retryDocument(id)),
    {
      onDone: ({ failedCount, error }) => {
        if (failedCount > 0) {
          notifyFailed(`${texts.notRetried(failedCount)} ${describeError(error, language)}`);
        }
        void client.invalidateQueries({ queryKey: ['documents'] });
        onDone();
      },
    },
  );
}

/** The bar goes with the selection; the focus that was in it or its dialog, or lost there, goes to the table. */
function useFocusToTable() {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      const { activeElement, body } = document;
      const isHere = element?.contains(activeElement) || activeElement?.closest('[role=dialog]');
      if (activeElement !== body && !isHere) return;
      document.querySelector<HTMLElement>('#content [role=table]')?.focus();
    };
  }, []);
  return bar;
}
