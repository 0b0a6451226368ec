const texts: Readonly<Record<string, string>> = import.meta.glob(
  ['../../../../README.md', '../../../../docs/guides/*.md', '../../../../docs/operations/*.md'],
  { query: '?raw', import: 'default', eager: true },
);

/** Documents about Lectern itself, as files to be sent. Large, so they are fetched when wanted. */
export const sampleDocuments: readonly File[] = Object.entries(texts).map(
  ([path, text]) =>
    new File([text], path.slice(path.lastIndexOf('/') + 1), { type: 'text/markdown' }),
);
