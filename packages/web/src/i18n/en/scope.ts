import { plural } from './plural.ts';

export const scope = {
  scope: 'Search in',
  all: 'All documents',
  allAgain: 'Clear',
  countCollections: (count: number) => plural(count, 'collection', 'collections'),
  countDocuments: (count: number) => plural(count, 'document', 'documents'),
  find: 'Find a document by name',
  noDocument: 'No matching documents.',
  noDocuments: 'No documents.',
  documentsOf: (name: string) => `Documents in “${name}”`,
  more: 'Show more',
};
