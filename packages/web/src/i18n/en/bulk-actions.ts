import { plural } from './plural.ts';

export const bulkActions = {
  ask: 'Ask these',
  tooManyToAsk: (count: number) => `At most ${count} documents can be asked about at once.`,
  stopReading: 'Stop reading',
  notStopped: (count: number) => `${plural(count, 'document', 'documents')} not stopped.`,
  download: 'Download',
  tooMuchToDownload: (size: string) => `At most ${size} can be downloaded at once.`,
  notDownloaded: (count: number) => `${plural(count, 'document', 'documents')} not downloaded.`,
  archiveName: 'documents',
};
