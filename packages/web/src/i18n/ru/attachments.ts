import type { Texts } from '../texts.ts';
import { plural } from './plural.ts';

export const attachments: Texts['attachments'] = {
  files: 'Вложения',
  sending: (share) => `Загрузка, ${share}`,
  waiting: 'Ожидает',
  queued: 'В очереди',
  parsing: 'Обработка',
  indexing: 'Индексация',
  ready: 'Готов',
  failed: 'Не удалось прочитать',
  cancelled: 'Отменён',
  lost: 'Не загружен',
  remove: (name) => `Убрать ${name}`,
  deleteToo: (count) =>
    `Удалить и ${plural(count, ['приложенный файл', 'приложенных файла', 'приложенных файлов'])}. Иначе они останутся в документах.`,
};
