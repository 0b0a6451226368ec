import { plural } from './plural.ts';

export const folderUpload = {
  title: 'Add folders',
  summary: (files: number, folders: number) =>
    `${plural(files, 'file', 'files')} in ${plural(folders, 'folder', 'folders')}`,
  question: 'What becomes of the folders?',
  keep: 'They become collections',
  keepText: (name: string) =>
    `They are made below “${name}”, and who reads it reads them. One that is there already is used.`,
  flatten: 'Only their files are added',
  flattenText: (name: string) => `All files go directly into “${name}”.`,
  tooMany: (count: number) => `That can be done with ${count} folders at most.`,
  add: 'Add',
  nothing: 'There is no file in it that can be added.',
};
