import type { Passage } from '../src/passage.ts';

/** Creates a passage of the document `d`. */
export function createPassage(chunkId: string, text: string): Passage {
  const nothing = {
    url: null,
    fileName: null,
    mimeType: null,
    version: 1,
    page: null,
    pages: [],
    section: null,
  };
  return { documentId: 'd', chunkId, title: 't', text, start: 0, ...nothing };
}
