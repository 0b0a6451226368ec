import type { Document } from '@lectern/contracts';
import { upload } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { notifyDone } from '../components/notify.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { cancelDocument, retryDocument } from './documents.ts';

/** Processes a document again, with its password if needed. */
export function useRetry({ id }: Document, onDone?: () => void) {
  const refresh = useRefresh(id);
  return useAction((password?: string) => retryDocument(id, password), {
    onDone: () => {
      onDone?.();
      refresh();
    },
  });
}

export function useCancel({ id }: Document) {
  return useAction(() => cancelDocument(id), { onDone: useRefresh(id) });
}

export function useReplace({ id }: Document) {
  const texts = useTexts('library');
  const refresh = useRefresh(id);
  return useAction((file: File) => replaceFile(id, file), {
    onDone: () => {
      notifyDone(texts.replaced);
      refresh();
    },
  });
}

function useRefresh(id: string): () => void {
  return () => {
    void refreshQueries({ queryKey: ['documents'] }, { queryKey: ['document', id] });
  };
}

function replaceFile(id: string, file: File) {
  const form = new FormData();
  form.append('file', file, file.name);
  return upload('replaceDocumentFile', form, { params: { id } });
}
