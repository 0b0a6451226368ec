import type { DragEvent } from 'react';
import { describeError } from '../api/error-texts.ts';
import { notifyFailed } from '../parts/notify.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { libraryTexts } from './library-texts.ts';
import { readDropped } from './read-dropped.ts';
import { addUploads } from './uploads.ts';

export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

/** Sends files and folders that were dropped; says so where not all of them are. */
export function useFileDrop(): (collectionId: string, dropped: DataTransfer) => void {
  const texts = useTexts(libraryTexts);
  const { language } = useLanguage();
  return (collectionId, { items }) => {
    readDropped(items).then(
      ({ files, isCut }) => {
        if (isCut) notifyFailed(texts.tooManyFiles(files.length));
        addUploads(collectionId, files);
      },
      (error: unknown) => notifyFailed(describeError(error, language)),
    );
  };
}
