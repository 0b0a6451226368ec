import { defineTexts } from '../texts/define-texts.ts';
import { countEn, countRu } from '../texts/plural.ts';

/** Apart from the library's others, since they are in the first load. */
export const scopeTexts = defineTexts({
  en: {
    scope: 'Search in',
    all: 'All documents',
    allAgain: 'All documents again',
    countCollections: (count: number) => countEn(count, 'collection', 'collections'),
  },
  ru: {
    scope: 'Искать в',
    all: 'Все документы',
    allAgain: 'Снова все документы',
    countCollections: (count: number) => countRu(count, ['коллекция', 'коллекции', 'коллекций']),
  },
});
