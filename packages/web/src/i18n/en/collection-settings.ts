import { plural } from './plural.ts';

export const collectionSettings = {
  inherited: 'As in the collection above',
  maxTokens: 'Length of a passage, in tokens',
  maxTokensText:
    'Shorter passages are found more exactly, longer ones bring more around them. For documents that are added or read again from now on.',
  overlap: 'Overlap, in tokens',
  overlapText: 'How much of a passage is repeated in the next one where a long paragraph is cut.',
  cutAnew: 'Cut the documents that are here already, too',
  cutAnewText: 'Those of collections below as well. They answer as they are until it is done.',
  cutting: (count: number) => `${plural(count, 'document', 'documents')} to be cut anew`,
  ownWeight: 'Its own weight of meaning against words',
  ownWeightText: 'Else that of the collection above. Counts from the next search on.',
  byWords: 'Words',
  byMeaning: 'Meaning',
};
