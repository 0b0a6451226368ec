import { plural } from './plural.ts';

export const folderUpload = {
  place: 'Add to collection',
  noPlace:
    'You can view documents here, but not add any. Ask an owner for edit access to a collection.',
  countFiles: (count: number) => plural(count, 'file', 'files'),
  title: 'Add folders',
  summary: (files: number, folders: number) =>
    `${plural(files, 'file', 'files')} in ${plural(folders, 'folder', 'folders')}`,
  question: 'How should folders be added?',
  keep: 'As collections',
  keepText: (name: string) =>
    `Each folder becomes a collection in “${name}” with the same sharing. Existing collections are reused.`,
  flatten: 'Files only',
  flattenText: (name: string) => `All files are added directly to “${name}”.`,
  tooMany: (count: number) => `At most ${count} folders can be added at once.`,
  add: 'Add',
  nothing: 'There are no files to add.',
};
