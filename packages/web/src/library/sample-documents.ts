import { files } from 'virtual:sample-documents';

/** Documentation of Lectern as files. Loaded on demand because of its size. */
export const sampleDocuments: readonly File[] = files.map(
  ({ name, text }) => new File([text], name, { type: 'text/markdown' }),
);
