import type { Collection, Document } from '@lectern/contracts';
import { describeError } from '../api/describe-error.ts';
import { refreshQueries } from '../api/query-client.ts';
import { notifyFailed } from '../components/notify.ts';
import { useAction } from '../components/use-action.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { collectionsQuery } from './collections.ts';
import { updateDocument } from './documents.ts';
import { type Acted, runForEach } from './run-for-each.ts';
import { useUndoNotice } from './undo-notice.tsx';

/** A document with its collection before the move. */
export type PlacedDocument = Pick<Document, 'id' | 'collection_id'>;

export interface DocumentMove {
  readonly documents: readonly PlacedDocument[];
  readonly target: Collection;
}

/** Moves documents and offers to undo it. */
export function useMoveDocuments() {
  const texts = useTexts('library');
  const showUndo = useUndoNotice();
  const end = useMoveEnd();
  const putBack = useAction(
    (documents: readonly PlacedDocument[]) =>
      runForEach(documents, ({ id, collection_id }) => updateDocument(id, { collection_id })),
    { onDone: end },
  );
  return useAction(
    ({ documents, target }: DocumentMove) =>
      runForEach(
        documents.filter(({ collection_id }) => collection_id !== target.id),
        ({ id }) => updateDocument(id, { collection_id: target.id }),
      ),
    {
      onDone: (acted, { target }) => {
        const { done } = acted;
        if (done.length > 0) {
          showUndo({
            message: texts.documentsMoved(done.length, target.name),
            onUndo: () => putBack.mutate(done),
          });
        }
        end(acted);
      },
    },
  );
}

/** Reports failures and reloads the lists. */
function useMoveEnd(): (acted: Acted) => void {
  const texts = useTexts('library');
  const language = useLanguage();
  return ({ failedCount, error }) => {
    if (failedCount > 0) {
      notifyFailed(`${texts.notMoved(failedCount)} ${describeError(error, language)}`);
    }
    void refreshQueries({ queryKey: ['documents'] }, { queryKey: ['document'] }, collectionsQuery);
  };
}
