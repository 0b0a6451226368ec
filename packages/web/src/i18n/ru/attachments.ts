import type { OwnTexts } from '../texts.ts';
import { plural } from './plural.ts';

export const attachments: OwnTexts['attachments'] = {
  files: 'Вложения',
  sending: (share) => `Загрузка, ${share}`,
  failed: 'Не удалось прочитать',
  lost: 'Не загружен',
  remove: (name) => `Убрать ${name}`,
  deleteToo: (count) =>
    `Удалить и ${plural(count, ['приложенный файл', 'приложенных файла', 'приложенных файлов'])}. Иначе они останутся в документах.`,
};
