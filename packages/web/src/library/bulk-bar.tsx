import type { Collection, Document } from '@lectern/contracts';
import { useNavigate } from '@tanstack/react-router';
import { Ban, Download, FolderInput, MessageSquare, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { notifyFailed } from '../components/notify.ts';
import { SelectionBar } from '../components/selection-bar.tsx';
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
  const ask = useAsk();
  const remove = useDelete();
  const retry = useRetryAll(onDone);
  const cancel = useCancelAll(onDone);
  const download = useDownloadAll();
  const mine = documents.filter((one) => mayChange(one, collections));
  const again = mine.filter(({ status }) => status === 'failed' || status === 'cancelled');
  const running = mine.filter(({ status }) => unfinished.includes(status));
  const isMine = mine.length > 0;
  return (
    <>
      <SelectionBar
        title={texts.selected(documents.length)}
        actions={[
          { label: words.ask, icon: MessageSquare, onClick: () => ask(documents) },
          isMine && {
            label: texts.move,
            icon: FolderInput,
            onClick: () => setDialog('move'),
          },
          isMine && { label: texts.editDetails, icon: Pencil, onClick: () => setDialog('edit') },
          running.length > 0 && {
            label: words.stopReading,
            icon: Ban,
            isBusy: cancel.isPending,
            onClick: () => cancel.mutate(running),
          },
          again.length > 0 && {
            label: texts.retry,
            icon: RotateCcw,
            isBusy: retry.isPending,
            onClick: () => retry.mutate(again),
          },
          {
            label: words.download,
            icon: Download,
            isBusy: download.isPending,
            onClick: () => download.mutate(documents),
          },
          isMine && {
            label: texts.delete,
            icon: Trash2,
            onClick: () => {
              remove(mine.map(({ id }) => id));
              onDone();
            },
          },
        ]}
        onClear={onDone}
      />
      {dialog === 'edit' && <EditDocuments documents={mine} onClose={() => setDialog(undefined)} />}
      {dialog === 'move' && (
        <MoveDocuments
          documents={mine}
          collections={collections}
          onClose={() => setDialog(undefined)}
          onDone={onDone}
        />
      )}
    </>
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
