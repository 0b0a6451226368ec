import type { OwnTexts } from '../texts.ts';

export const reader: OwnTexts['reader'] = {
  find: 'Найти в документе',
  match: (at, of) => `${at} из ${of}`,
  noMatch: 'Не найдено',
  previousMatch: 'Предыдущее совпадение',
  nextMatch: 'Следующее совпадение',
  closeFind: 'Закрыть поиск',
  more: 'Другие действия',
  fitWidth: 'По ширине',
  fitPage: 'Страница целиком',
  rotate: 'Повернуть',
  thumbnails: 'Миниатюры страниц',
  print: 'Печать',
  printFailed: 'Не удалось напечатать документ.',
  tooLongToPrint: (pages) =>
    `Документы длиннее ${pages} страниц здесь не печатаются. Напечатайте исходный файл.`,
};
