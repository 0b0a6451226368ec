import type { DragEvent } from 'react';
import type { PlacedDocument } from './use-move-documents.ts';

const type = 'application/x-lectern-documents';

/** Returns true while documents of the table are dragged. */
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

/** Returns the dropped documents, or none for other data. */
export function readDragged(dropped: DataTransfer): readonly PlacedDocument[] {
  const data = dropped.getData(type);
  return data === '' ? [] : (JSON.parse(data) as readonly PlacedDocument[]);
}
