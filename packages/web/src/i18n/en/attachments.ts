import { plural } from './plural.ts';

export const attachments = {
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
    `Delete ${plural(count, 'attached file', 'attached files')} too. Otherwise they stay in your documents.`,
};
