import type { Texts } from '../texts.ts';

export const palette: Texts['palette'] = {
  documents: 'Документы',
  conversations: 'Чаты',
  actions: 'Действия',
  addFiles: 'Добавить файлы',
  theme: 'Переключить светлую и тёмную тему',
};
