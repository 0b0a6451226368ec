import type { DragEvent } from 'react';
import type { PlacedDocument } from './use-move-documents.ts';

const type = 'application/x-lectern-documents';

/** Whether documents of the table are dragged. */
export function hasDocuments({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(type);
}

export function dragDocuments(
  { dataTransfer }: DragEvent,
  documents: readonly PlacedDocument[],
): void {
  dataTransfer.effectAllowed = 'move';
  const placed = documents.map(({ id, collection_id }) => ({ id, collection_id }));
  dataTransfer.setData(type, JSON.stringify(placed));
}

/** The documents that were dropped; none where it was something else. */
export function readDragged(dropped: DataTransfer): readonly PlacedDocument[] {
  const data = dropped.getData(type);
  return data === '' ? [] : (JSON.parse(data) as readonly PlacedDocument[]);
}
