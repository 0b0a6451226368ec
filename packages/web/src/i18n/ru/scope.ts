import type { OwnTexts } from '../texts.ts';
import { plural } from './plural.ts';

export const scope: OwnTexts['scope'] = {
  scope: 'Где искать',
  allAgain: 'Очистить',
  countCollections: (count) => plural(count, ['коллекция', 'коллекции', 'коллекций']),
  find: 'Найти документ по названию',
  noDocument: 'Подходящих документов нет.',
  noDocuments: 'Документов нет.',
  documentsOf: (name) => `Документы в «${name}»`,
};
