import { plural } from './plural.ts';

export const collectionSettings = {
  inherited: 'Inherited',
  maxTokens: 'Passage length in tokens',
  maxTokensText:
    'Shorter passages match more exactly, longer ones keep more context. Applies to documents that are added or processed from now on.',
  overlap: 'Overlap in tokens',
  overlapText: 'The part of a passage that the next one repeats when a long paragraph is split.',
  cutAnew: 'Also split the existing documents again',
  cutAnewText: 'Includes the collections below. The documents stay searchable meanwhile.',
  cutting: (count: number) => `Splitting ${plural(count, 'document', 'documents')} again`,
  ownWeight: 'Own balance of keyword and semantic search',
  ownWeightText: 'Otherwise it is inherited. Applies from the next search.',
  readsComments: 'Read comments',
  readsHeaders: 'Read page headers and footers',
  readsPartsText:
    'In Word and OpenDocument texts. Off: each one is named in the document’s warnings.',
  preferNewest: 'Prefer the newest version',
  preferNewestText: 'If titles differ only by a year or version, answers use the newest document.',
};
