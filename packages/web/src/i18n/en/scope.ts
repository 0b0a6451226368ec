import { plural } from './plural.ts';

export const scope = {
  scope: 'Search in',
  allAgain: 'Clear',
  countCollections: (count: number) => plural(count, 'collection', 'collections'),
  find: 'Find a document by name',
  noDocument: 'No matching documents.',
  noDocuments: 'No documents.',
  documentsOf: (name: string) => `Documents in “${name}”`,
};
