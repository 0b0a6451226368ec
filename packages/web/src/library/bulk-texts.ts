import { defineTexts } from '../i18n/define-texts.ts';
import { countEn, countRu } from '../i18n/plural.ts';

/** What can be done with several documents at once. */
export const bulkTexts = defineTexts({
  en: {
    ask: 'Ask these',
    tooManyToAsk: (count: number) => `At most ${count} documents can be asked about at once.`,
    stopReading: 'Stop reading',
    notStopped: (count: number) => `${countEn(count, 'document', 'documents')} not stopped.`,
    download: 'Download',
    tooMuchToDownload: (size: string) => `At most ${size} can be downloaded at once.`,
    notDownloaded: (count: number) => `${countEn(count, 'document', 'documents')} not downloaded.`,
    archiveName: 'documents',
  },
  ru: {
    ask: 'Спросить их',
    tooManyToAsk: (count: number) => `Спросить можно не больше чем о ${count} документах сразу.`,
    stopReading: 'Прервать чтение',
    notStopped: (count: number) =>
      `Не прервано: ${countRu(count, ['документ', 'документа', 'документов'])}.`,
    download: 'Скачать',
    tooMuchToDownload: (size: string) => `За раз можно скачать не больше ${size}.`,
    notDownloaded: (count: number) =>
      `Не скачано: ${countRu(count, ['документ', 'документа', 'документов'])}.`,
    archiveName: 'документы',
  },
});
