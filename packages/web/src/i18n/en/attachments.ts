import { plural } from './plural.ts';

export const attachments = {
  files: 'Attached files',
  sending: (share: string) => `Uploading, ${share}`,
  waiting: 'Waiting',
  queued: 'Queued',
  parsing: 'Processing',
  indexing: 'Indexing',
  ready: 'Ready',
  failed: 'Could not be read',
  cancelled: 'Cancelled',
  lost: 'Was not uploaded',
  remove: (name: string) => `Remove ${name}`,
  deleteToo: (count: number) =>
    `Also delete ${plural(count, 'attached file', 'attached files')}. Otherwise they stay in your documents.`,
};
