import type { Texts } from '../en/index.ts';
import { plural } from './plural.ts';

export const bulkActions: Texts['bulkActions'] = {
  ask: 'Спросить их',
  tooManyToAsk: (count) => `Спросить можно не больше чем о ${count} документах сразу.`,
  stopReading: 'Прервать чтение',
  notStopped: (count) => `Не прервано: ${plural(count, ['документ', 'документа', 'документов'])}.`,
  download: 'Скачать',
  tooMuchToDownload: (size) => `За раз можно скачать не больше ${size}.`,
  notDownloaded: (count) =>
    `Не скачано: ${plural(count, ['документ', 'документа', 'документов'])}.`,
  archiveName: 'документы',
};
