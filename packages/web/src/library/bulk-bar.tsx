import type { Collection, Document } from '@lectern/contracts';
import { useNavigate } from '@tanstack/react-router';
import { Ban, Download, FolderInput, MessageSquare, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../api/address-of.ts';
import { describeError } from '../api/describe-error.ts';
import { refreshQueries } from '../api/query-client.ts';
import { notifyFailed } from '../components/notify.ts';
import { SelectionBar } from '../components/selection-bar.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { cancelDocument, retryDocument, unfinished } from './documents.ts';
import { EditDocuments } from './edit-documents.tsx';
import { mayChange } from './may-change.ts';
import { MoveDocuments } from './move-documents.tsx';
import { type Acted, runForEach } from './run-for-each.ts';
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

/** The archive is built in memory. */
const maxArchiveBytes = 500_000_000;

function useRetryAll(onDone: () => void) {
  const texts = useTexts('library');
  return useAction(
    (documents: readonly Document[]) => runForEach(documents, ({ id }) => retryDocument(id)),
    { onDone: useEnd(texts.notRetried, onDone) },
  );
}

function useCancelAll(onDone: () => void) {
  const texts = useTexts('bulkActions');
  return useAction(
    (documents: readonly Document[]) => runForEach(documents, ({ id }) => cancelDocument(id)),
    { onDone: useEnd(texts.notStopped, onDone) },
  );
}

function useEnd(
  formatFailed: (count: number) => string,
  onDone: () => void,
): (acted: Acted) => void {
  const tell = useNotifyFailed();
  return (acted) => {
    tell(acted, formatFailed);
    void refreshQueries({ queryKey: ['documents'] });
    onDone();
  };
}

/** Downloads one document as it is, several as an archive. */
function useDownloadAll() {
  const texts = useTexts('bulkActions');
  const formats = useFormats();
  const tell = useNotifyFailed();
  return useAction(async (documents: readonly Document[]) => {
    const [first] = documents;
    if (first && documents.length === 1) {
      save(addressOf('getDocumentFile', { id: first.id }), '');
      return;
    }
    if (documents.reduce((sum, { size }) => sum + size, 0) > maxArchiveBytes) {
      notifyFailed(texts.tooMuchToDownload(formats.bytes(maxArchiveBytes)));
      return;
    }
    const { zipDocuments } = await import('./zip-documents.ts');
    const { archive, acted } = await zipDocuments(documents);
    tell(acted, texts.notDownloaded);
    if (acted.done.length === 0) return;
    const address = URL.createObjectURL(archive);
    save(address, `${texts.archiveName}.zip`);
    // The download has started by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  });
}

function useNotifyFailed() {
  const language = useLanguage();
  return ({ failedCount, error }: Acted, inWords: (count: number) => string) => {
    if (failedCount === 0) return;
    notifyFailed(`${inWords(failedCount)} ${describeError(error, language)}`);
  };
}

/** Without a name the file keeps its own. */
function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
