import type { PageTexts } from '../texts.ts';
import { plural } from './plural.ts';

export const reparse: PageTexts['reparse'] = {
  title: 'Часть документов обработана прежней версией',
  text: 'Обработайте их заново, чтобы использовать текущую версию. Они останутся доступны для поиска, а прежние ответы сохранят цитаты.',
  action: 'Обработать заново',
  started: (count) =>
    `Обрабатывается заново: ${plural(count, ['документ', 'документа', 'документов'])}`,
};
