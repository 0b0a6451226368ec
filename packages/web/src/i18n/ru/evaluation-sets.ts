import type { Texts } from '../texts.ts';

export const evaluationSets: Texts['evaluationSets'] = {
  set: 'Набор для оценки',
  choose: 'Выберите набор',
  newSet: 'Новый набор',
  newSetTitle: 'Новый набор для оценки',
  renameTitle: 'Переименовать набор для оценки',
  name: 'Название',
};
