import { plural } from './plural.ts';

export const attachments = {
  files: 'Attached files',
  sending: (share: string) => `Uploading, ${share}`,
  failed: 'Could not be read',
  lost: 'Was not uploaded',
  remove: (name: string) => `Remove ${name}`,
  deleteToo: (count: number) =>
    `Also delete ${plural(count, 'attached file', 'attached files')}. Otherwise they stay in your documents.`,
};
