import { defineTexts } from '../i18n/define-texts.ts';
import { countEn, countRu } from '../i18n/plural.ts';

export const attachmentTexts = defineTexts({
  en: {
    files: 'Attached files',
    sending: (share: string) => `sending, ${share}`,
    waiting: 'waiting',
    queued: 'waiting to be read',
    parsing: 'being read',
    indexing: 'being indexed',
    ready: 'ready',
    failed: 'could not be read',
    cancelled: 'cancelled',
    lost: 'was not sent',
    remove: (name: string) => `Remove ${name}`,
    deleteToo: (count: number) =>
      `Delete ${countEn(count, 'attached file', 'attached files')} too. Otherwise they stay in your documents.`,
  },
  ru: {
    files: 'Приложенные файлы',
    sending: (share: string) => `отправляется, ${share}`,
    waiting: 'ждёт',
    queued: 'ждёт чтения',
    parsing: 'читается',
    indexing: 'индексируется',
    ready: 'готов',
    failed: 'не удалось прочитать',
    cancelled: 'отменён',
    lost: 'не отправлен',
    remove: (name: string) => `Убрать ${name}`,
    deleteToo: (count: number) =>
      `Удалить и ${countRu(count, ['приложенный файл', 'приложенных файла', 'приложенных файлов'])}. Иначе они останутся в документах.`,
  },
});
