import type { OwnTexts } from '../texts.ts';
import { plural } from './plural.ts';

export const bulkActions: OwnTexts['bulkActions'] = {
  ask: 'Спросить о выбранных',
  tooManyToAsk: (count) => `Можно спросить не более чем о ${count} документах сразу.`,
  stopReading: 'Остановить обработку',
  notStopped: (count) =>
    `Не остановлено: ${plural(count, ['документ', 'документа', 'документов'])}.`,
  tooMuchToDownload: (size) => `За один раз можно скачать не более ${size}.`,
  notDownloaded: (count) =>
    `Не скачано: ${plural(count, ['документ', 'документа', 'документов'])}.`,
  archiveName: 'документы',
  editMetadata: (count) => `Изменить ${plural(count, ['документ', 'документа', 'документов'])}`,
  metadataText: 'Поля добавятся к каждому документу и заменят одноимённые.',
  notChanged: (count) =>
    `Не удалось изменить ${plural(count, ['документ', 'документа', 'документов'])}.`,
};
