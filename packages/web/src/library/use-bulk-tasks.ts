import type { Document } from '@lectern/contracts';
import { addressOf } from '../api/address-of.ts';
import { describeError } from '../api/describe-error.ts';
import { refreshQueries } from '../api/query-client.ts';
import { notifyFailed } from '../components/notify.ts';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { cancelDocument, retryDocument } from './documents.ts';
import { type Acted, runForEach } from './run-for-each.ts';

/** The archive is built in memory. */
const maxArchiveBytes = 500_000_000;

export function useRetryAll(onDone: () => void) {
  const texts = useTexts('library');
  return useAction(
    (documents: readonly Document[]) => runForEach(documents, ({ id }) => retryDocument(id)),
    { onDone: useEnd(texts.notRetried, onDone) },
  );
}

export function useCancelAll(onDone: () => void) {
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
export function useDownloadAll() {
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
