import type { Collection } from '@lectern/contracts';
import { type DragEvent, type HTMLAttributes, useState } from 'react';
import { listSubtree } from './collection-tree.ts';
import { hasDocuments, readDragged } from './drag-documents.ts';
import { hasFiles, listEntries } from './read-dropped.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useMoveCollection } from './use-move-collection.ts';
import { useMoveDocuments } from './use-move-documents.ts';

type RowProps = HTMLAttributes<HTMLLIElement>;

export interface TreeDrop {
  /** Makes the row of a collection draggable if the person may move it. */
  readonly dragOf: (collection: Collection) => RowProps;
  /** Makes a row a drop target; undefined is the top level. */
  readonly dropOn: (target: Collection | undefined) => RowProps & { 'data-target'?: true };
}

/** Handles drops on the tree: collections and documents are moved, files are uploaded. */
export function useTreeDrop(collections: readonly Collection[]): TreeDrop {
  const [targetId, setTargetId] = useState<string>();
  const [dragged, setDragged] = useState<Collection>();
  const moveCollection = useMoveCollection();
  const moveDocuments = useMoveDocuments();
  const acceptFiles = useFileDrop();
  const canTake = (event: DragEvent, target: Collection | undefined) => {
    if (dragged) return canMove(dragged, target, collections);
    if (!target || target.permission === 'read') return false;
    return hasDocuments(event) || hasFiles(event);
  };
  const take = ({ dataTransfer }: DragEvent, target: Collection | undefined) => {
    if (dragged) moveCollection.mutate({ collection: dragged, parentId: target?.id ?? null });
    if (dragged || !target) return;
    const documents = readDragged(dataTransfer);
    if (documents.length > 0) moveDocuments.mutate({ documents, target });
    else acceptFiles(target.id, listEntries(dataTransfer));
  };
  return {
    dragOf: (collection) => {
      // Dragging the link of a row drags only its address.
      if (collection.permission !== 'manage') return {};
      return {
        draggable: true,
        onDragStart: ({ dataTransfer }) => {
          dataTransfer.effectAllowed = 'move';
          setDragged(collection);
        },
        onDragEnd: () => {
          setDragged(undefined);
          setTargetId(undefined);
        },
      };
    },
    dropOn: (target) => {
      const id = target?.id ?? 'top';
      return {
        ...(targetId === id && { 'data-target': true }),
        onDragOver: (event) => {
          if (!canTake(event, target)) return;
          event.preventDefault();
          setTargetId(id);
        },
        onDragLeave: () => setTargetId(undefined),
        onDrop: (event) => {
          setTargetId(undefined);
          if (!canTake(event, target)) return;
          event.preventDefault();
          take(event, target);
        },
      };
    },
  };
}

/** Returns false for the current parent, a descendant, or a target without permission. */
function canMove(
  { id, parent_id }: Collection,
  target: Collection | undefined,
  collections: readonly Collection[],
): boolean {
  if (!target) return parent_id !== null;
  if (target.id === parent_id || target.permission === 'read') return false;
  return !listSubtree(collections, id).has(target.id);
}
