import { describeError } from '../api/describe-error.ts';
import { notifyFailed } from '../components/notify.ts';
import { useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { addFiles } from './add-files.ts';
import { readDropped } from './read-dropped.ts';

/** Uploads dropped files and folders, and reports if there were too many. */
export function useFileDrop(): (
  collectionId: string | undefined,
  entries: readonly FileSystemEntry[],
) => void {
  const texts = useTexts('library');
  const folders = useTexts('folderUpload');
  const language = useLanguage();
  const formats = useFormats();
  return (collectionId, entries) => {
    readDropped(entries).then(
      ({ files, isCut }) => {
        if (isCut) notifyFailed(texts.tooManyFiles(formats.number(files.length)));
        if (files.length === 0) notifyFailed(folders.nothing);
        else addFiles(collectionId, files);
      },
      (error: unknown) => notifyFailed(describeError(error, language)),
    );
  };
}
