import type { Texts } from '../en/index.ts';
import { plural } from './plural.ts';

export const attachments: Texts['attachments'] = {
  files: 'Приложенные файлы',
  sending: (share) => `отправляется, ${share}`,
  waiting: 'ждёт',
  queued: 'ждёт чтения',
  parsing: 'читается',
  indexing: 'индексируется',
  ready: 'готов',
  failed: 'не удалось прочитать',
  cancelled: 'отменён',
  lost: 'не отправлен',
  remove: (name) => `Убрать ${name}`,
  deleteToo: (count) =>
    `Удалить и ${plural(count, ['приложенный файл', 'приложенных файла', 'приложенных файлов'])}. Иначе они останутся в документах.`,
};
