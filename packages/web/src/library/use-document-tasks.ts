import type { Document } from '@lectern/contracts';
import { upload } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { notifyDone } from '../components/notify.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { cancelDocument, retryDocument } from './documents.ts';

/** Processes a document again. */
export function useRetry({ id }: Document) {
  return useAction(() => retryDocument(id), { onDone: () => refreshQueries(...changesOf(id)) });
}

export function useCancel({ id }: Document) {
  return useAction(() => cancelDocument(id), { onDone: () => refreshQueries(...changesOf(id)) });
}

export function useReplace({ id }: Document) {
  const texts = useTexts('library');
  return useAction((file: File) => replaceFile(id, file), {
    onDone: () => {
      notifyDone(texts.replaced);
      void refreshQueries(...changesOf(id));
    },
  });
}

/** Returns the queries that change with the state of a document. */
export function changesOf(id: string) {
  return [{ queryKey: ['documents'] }, { queryKey: ['document', id] }, { queryKey: ['uploaded'] }];
}

function replaceFile(id: string, file: File) {
  const form = new FormData();
  form.append('file', file, file.name);
  return upload('replaceDocumentFile', form, { params: { id } });
}
