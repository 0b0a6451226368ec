import type { Collection, Document } from '@lectern/contracts';
import { Button, Card, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  Ban,
  Download,
  FolderInput,
  MessageSquare,
  Pencil,
  RotateCcw,
  Trash2,
  X,
} from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { notifyFailed } from '../components/notify.ts';
import { useTexts } from '../i18n/language.tsx';
import { unfinished } from './documents.ts';
import { EditDocuments } from './edit-documents.tsx';
import { mayChange } from './may-change.ts';
import { MoveDocuments } from './move-documents.tsx';
import { useCancelAll, useDownloadAll, useRetryAll } from './use-bulk-tasks.ts';
import { useDelete } from './use-delete.ts';

export interface BulkBarProps {
  /** At least one. */
  readonly documents: readonly Document[];
  readonly collections: readonly Collection[];
  readonly onDone: () => void;
}

/** The ids are part of the chat's address. */
const maxAsked = 200;

/** Actions on the selected documents that the person may take. */
export function BulkBar({ documents, collections, onDone }: BulkBarProps) {
  const texts = useTexts('library');
  const words = useTexts('bulkActions');
  const [dialog, setDialog] = useState<'move' | 'edit'>();
  const bar = useFocusToTable();
  const ask = useAsk();
  const remove = useDelete();
  const retry = useRetryAll(onDone);
  const cancel = useCancelAll(onDone);
  const download = useDownloadAll();
  const mine = documents.filter((one) => mayChange(one, collections));
  const again = mine.filter(({ status }) => status === 'failed' || status === 'cancelled');
  const running = mine.filter(({ status }) => unfinished.includes(status));
  return (
    <Card ref={bar} py="xs" px="md" mb="sm">
      <Group gap="sm">
        <Text size="sm" fw={600} role="status">
          {texts.selected(documents.length)}
        </Text>
        <BulkButton icon={<MessageSquare size={14} />} onClick={() => ask(documents)}>
          {words.ask}
        </BulkButton>
        {mine.length > 0 && (
          <BulkButton icon={<FolderInput size={14} />} onClick={() => setDialog('move')}>
            {texts.moveDocument}
          </BulkButton>
        )}
        {mine.length > 0 && (
          <BulkButton icon={<Pencil size={14} />} onClick={() => setDialog('edit')}>
            {texts.editDetails}
          </BulkButton>
        )}
        {running.length > 0 && (
          <BulkButton
            icon={<Ban size={14} />}
            isBusy={cancel.isPending}
            onClick={() => cancel.mutate(running)}
          >
            {words.stopReading}
          </BulkButton>
        )}
        {again.length > 0 && (
          <BulkButton
            icon={<RotateCcw size={14} />}
            isBusy={retry.isPending}
            onClick={() => retry.mutate(again)}
          >
            {texts.retry}
          </BulkButton>
        )}
        <BulkButton
          icon={<Download size={14} />}
          isBusy={download.isPending}
          onClick={() => download.mutate(documents)}
        >
          {words.download}
        </BulkButton>
        {mine.length > 0 && (
          <BulkButton
            icon={<Trash2 size={14} />}
            onClick={() => {
              remove(mine.map(({ id }) => id));
              onDone();
            }}
          >
            {texts.remove}
          </BulkButton>
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
      {dialog === 'edit' && <EditDocuments documents={mine} onClose={() => setDialog(undefined)} />}
      {dialog === 'move' && (
        <MoveDocuments
          documents={mine}
          collections={collections}
          onClose={() => setDialog(undefined)}
          onDone={onDone}
        />
      )}
    </Card>
  );
}

interface BulkButtonProps {
  readonly icon: ReactNode;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function BulkButton({ icon, isBusy = false, onClick, children }: BulkButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={icon}
      loading={isBusy}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

/** Opens a new chat about these documents. */
function useAsk(): (documents: readonly Document[]) => void {
  const texts = useTexts('bulkActions');
  const navigate = useNavigate();
  return (documents) => {
    if (documents.length > maxAsked) notifyFailed(texts.tooManyToAsk(maxAsked));
    else void navigate({ to: '/', search: { document: documents.map(({ id }) => id).join(',') } });
  };
}

/** Moves the focus to the table when the bar disappears with it. */
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
