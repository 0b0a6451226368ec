import type { Collection } from '@lectern/contracts';
import { refreshQueries } from '../api/query-client.ts';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { collectionsQuery, updateCollection } from './collections.ts';
import { useUndoNotice } from './undo-notice.tsx';

export interface CollectionMove {
  readonly collection: Collection;
  /** Null for the top level. */
  readonly parentId: string | null;
}

/** Moves a collection and offers to undo it. */
export function useMoveCollection({ quiet = false }: { readonly quiet?: boolean } = {}) {
  const texts = useTexts('library');
  const showUndo = useUndoNotice();
  const place = ({ collection, parentId }: CollectionMove) =>
    updateCollection(collection.id, { parent_id: parentId });
  const refresh = () => refreshQueries(collectionsQuery);
  const putBack = useAction(place, { onDone: refresh });
  return useAction(place, {
    quiet,
    onDone: ({ name }, { collection }) => {
      showUndo({
        message: texts.moved(name),
        onUndo: () => putBack.mutate({ collection, parentId: collection.parent_id }),
      });
      refresh();
    },
  });
}
