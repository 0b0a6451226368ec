import { plural } from './plural.ts';

export const bulkActions = {
  ask: 'Ask about these',
  tooManyToAsk: (count: number) => `You can ask about at most ${count} documents at once.`,
  stopReading: 'Stop processing',
  notStopped: (count: number) => `${plural(count, 'document', 'documents')} could not be stopped.`,
  tooMuchToDownload: (size: string) => `You can download at most ${size} at once.`,
  notDownloaded: (count: number) =>
    `${plural(count, 'document', 'documents')} could not be downloaded.`,
  archiveName: 'documents',
  editMetadata: (count: number) => `Edit ${plural(count, 'document', 'documents')}`,
  metadataText: 'These fields are added to each document and replace fields of the same name.',
  notChanged: (count: number) => `${plural(count, 'document', 'documents')} could not be changed.`,
};
