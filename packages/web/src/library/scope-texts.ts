import { defineTexts } from '../i18n/define-texts.ts';
import { countEn, countRu } from '../i18n/plural.ts';

/** Apart from the library's others, since they are in the first load. */
export const scopeTexts = defineTexts({
  en: {
    scope: 'Search in',
    all: 'All documents',
    allAgain: 'All documents again',
    countCollections: (count: number) => countEn(count, 'collection', 'collections'),
    countDocuments: (count: number) => countEn(count, 'document', 'documents'),
    find: 'Find a document by its name',
    noDocument: 'No document has this name.',
    noDocuments: 'There is no document in it.',
    documentsOf: (name: string) => `Documents of “${name}”`,
    more: 'More documents',
  },
  ru: {
    scope: 'Искать в',
    all: 'Все документы',
    allAgain: 'Снова все документы',
    countCollections: (count: number) => countRu(count, ['коллекция', 'коллекции', 'коллекций']),
    countDocuments: (count: number) => countRu(count, ['документ', 'документа', 'документов']),
    find: 'Найти документ по названию',
    noDocument: 'Документа с таким названием нет.',
    noDocuments: 'В ней нет документов.',
    documentsOf: (name: string) => `Документы из «${name}»`,
    more: 'Ещё документы',
  },
});
