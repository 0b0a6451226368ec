import type { DragEvent } from 'react';

const type = 'application/x-lectern-documents';

/** Whether documents of the table are dragged. */
export function hasDocuments({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(type);
}

export function dragDocuments({ dataTransfer }: DragEvent, ids: readonly string[]): void {
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData(type, ids.join(' '));
}

/** Ids of the documents that were dropped; none where it was something else. */
export function readDragged(dropped: DataTransfer): readonly string[] {
  return dropped.getData(type).split(' ').filter(Boolean);
}
