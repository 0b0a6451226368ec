import { plural } from './plural.ts';

export const bin = {
  title: 'Bin',
  description: 'Deleted items can be restored for 30 days. Then they are deleted permanently.',
  kind: 'Show',
  kinds: {
    all: 'All',
    document: 'Documents',
    collection: 'Collections',
    conversation: 'Conversations',
  },
  empty: 'The bin is empty',
  name: 'Name',
  place: 'Collection',
  deleted: 'Deleted',
  purged: 'Kept until',
  documents: (count: number) => plural(count, 'document', 'documents'),
  restore: 'Restore',
  restoreEntry: (name: string) => `Restore ${name}`,
  restored: (name: string) => `“${name}” was restored`,
  purge: 'Delete permanently',
  purgeTitle: (name: string) => `Delete “${name}” permanently?`,
  purgeText: 'This cannot be undone.',
  more: 'Load more',
};
