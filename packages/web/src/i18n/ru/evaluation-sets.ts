import type { OwnTexts } from '../texts.ts';

export const evaluationSets: OwnTexts['evaluationSets'] = {
  set: 'Набор для оценки',
  choose: 'Выберите набор',
  newSetTitle: 'Новый набор для оценки',
  renameTitle: 'Переименовать набор для оценки',
};
