import type { Texts } from '../texts.ts';
import { plural } from './plural.ts';

export const scope: Texts['scope'] = {
  scope: 'Где искать',
  all: 'Все документы',
  allAgain: 'Очистить',
  countCollections: (count) => plural(count, ['коллекция', 'коллекции', 'коллекций']),
  countDocuments: (count) => plural(count, ['документ', 'документа', 'документов']),
  find: 'Найти документ по названию',
  noDocument: 'Подходящих документов нет.',
  noDocuments: 'Документов нет.',
  documentsOf: (name) => `Документы в «${name}»`,
  more: 'Показать ещё',
};
