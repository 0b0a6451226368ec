import { useEffect, useEffectEvent } from 'react';
import { AddDialogs } from './add-dialogs.tsx';
import { useAddChoice } from './add-files.ts';
import { UploadTray } from './upload-tray.tsx';
import { useFileDrop } from './use-file-drop.ts';

export interface DroppedEntries {
  /** Undefined asks for the collection. */
  readonly collectionId: string | undefined;
  readonly entries: readonly FileSystemEntry[];
}

/** Adds what was dropped on the page, and shows its uploads. */
export function FileDrop({ dropped }: { readonly dropped: DroppedEntries | undefined }) {
  const choice = useAddChoice();
  const acceptDrop = useFileDrop();
  const accept = useEffectEvent(acceptDrop);
  useEffect(() => {
    if (dropped) accept(dropped.collectionId, dropped.entries);
  }, [dropped]);
  return (
    <>
      <UploadTray />
      {choice && <AddDialogs choice={choice} />}
    </>
  );
}
