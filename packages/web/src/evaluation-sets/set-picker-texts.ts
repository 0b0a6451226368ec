import { defineTexts } from '../i18n/define-texts.ts';

export const setPickerTexts = defineTexts({
  en: {
    set: 'Evaluation set',
    choose: 'Choose a set',
    newSet: 'New set',
    newSetTitle: 'New evaluation set',
    renameTitle: 'Rename the evaluation set',
    name: 'Name',
  },
  ru: {
    set: 'Набор для оценки',
    choose: 'Выберите набор',
    newSet: 'Новый набор',
    newSetTitle: 'Новый набор для оценки',
    renameTitle: 'Переименовать набор для оценки',
    name: 'Название',
  },
});
