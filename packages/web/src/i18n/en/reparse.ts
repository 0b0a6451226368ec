import { plural } from './plural.ts';

export const reparse = {
  title: 'Some documents were processed by an earlier version',
  text: 'Process them again to use the present version. They stay searchable meanwhile, and earlier answers keep their quotes.',
  action: 'Process again',
  started: (count: number) => `Processing ${plural(count, 'document', 'documents')} again`,
};
