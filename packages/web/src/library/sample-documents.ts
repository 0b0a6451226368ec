import { files } from 'virtual:sample-documents';

/** Documents about Lectern itself, as files to be sent. Large, so they are fetched when wanted. */
export const sampleDocuments: readonly File[] = files.map(
  ({ name, text }) => new File([text], name, { type: 'text/markdown' }),
);
