import { plural } from './plural.ts';

export const scope = {
  scope: 'Search in',
  all: 'All documents',
  allAgain: 'All documents again',
  countCollections: (count: number) => plural(count, 'collection', 'collections'),
  countDocuments: (count: number) => plural(count, 'document', 'documents'),
  find: 'Find a document by its name',
  noDocument: 'No document has this name.',
  noDocuments: 'There is no document in it.',
  documentsOf: (name: string) => `Documents of “${name}”`,
  more: 'More documents',
};
