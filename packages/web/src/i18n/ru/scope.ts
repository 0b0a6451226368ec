import type { Texts } from '../en/index.ts';
import { plural } from './plural.ts';

export const scope: Texts['scope'] = {
  scope: 'Искать в',
  all: 'Все документы',
  allAgain: 'Снова все документы',
  countCollections: (count) => plural(count, ['коллекция', 'коллекции', 'коллекций']),
  countDocuments: (count) => plural(count, ['документ', 'документа', 'документов']),
  find: 'Найти документ по названию',
  noDocument: 'Документа с таким названием нет.',
  noDocuments: 'В ней нет документов.',
  documentsOf: (name) => `Документы из «${name}»`,
  more: 'Ещё документы',
};
