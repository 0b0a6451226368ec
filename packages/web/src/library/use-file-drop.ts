import type { DragEvent } from 'react';
import { describeError } from '../api/error-texts.ts';
import { notifyFailed } from '../components/notify.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { addFiles } from './add-files.ts';
import { folderTexts } from './folder-texts.ts';
import { libraryTexts } from './library-texts.ts';
import { readDropped } from './read-dropped.ts';

export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

/** Sends files and folders that were dropped; says so where not all of them are. */
export function useFileDrop(): (collectionId: string, dropped: DataTransfer) => void {
  const texts = useTexts(libraryTexts);
  const folders = useTexts(folderTexts);
  const { language } = useLanguage();
  return (collectionId, { items }) => {
    readDropped(items).then(
      ({ files, isCut }) => {
        if (isCut) notifyFailed(texts.tooManyFiles(files.length));
        if (files.length === 0) notifyFailed(folders.nothing);
        else addFiles(collectionId, files);
      },
      (error: unknown) => notifyFailed(describeError(error, language)),
    );
  };
}
