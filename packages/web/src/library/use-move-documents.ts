import type { Collection } from '@lectern/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { describeError } from '../api/error-texts.ts';
import { notifyDone, notifyFailed } from '../parts/notify.ts';
import { useAction } from '../parts/use-action.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { actOnEach } from './act-on-each.ts';
import { collectionsQuery } from './collections.ts';
import { updateDocument } from './documents.ts';
import { libraryTexts } from './library-texts.ts';

export interface MovedDocuments {
  readonly ids: readonly string[];
  readonly target: Collection;
}

/** Puts documents into another collection and says how many of them are there now. */
export function useMoveDocuments(onDone?: () => void) {
  const texts = useTexts(libraryTexts);
  const { language } = useLanguage();
  const client = useQueryClient();
  return useAction(
    ({ ids, target }: MovedDocuments) =>
      actOnEach(ids, (id) => updateDocument(id, { collection_id: target.id })),
    {
      onDone: ({ doneCount, failedCount, error }, { target }) => {
        if (doneCount > 0) notifyDone(texts.documentsMoved(doneCount, target.name));
        if (failedCount > 0) {
          notifyFailed(`${texts.notMoved(failedCount)} ${describeError(error, language)}`);
        }
        void client.invalidateQueries({ queryKey: ['documents'] });
        void client.invalidateQueries({ queryKey: ['document'] });
        void client.invalidateQueries({ queryKey: collectionsQuery.queryKey });
        onDone?.();
      },
    },
  );
}
