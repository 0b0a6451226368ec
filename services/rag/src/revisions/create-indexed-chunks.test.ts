import { describe, expect, it } from '@jest/globals';
import { createAnalyzer, openStaticEmbedder } from '@lectern/retrieval';
import { type ChunkToIndex, createIndexedChunks } from './create-indexed-chunks.ts';

const analyzer = createAnalyzer();
const embedder = await openStaticEmbedder();
const document = { id: 'd', collection_id: 'c', created_at: new Date(0) };
const written = (title: string): ChunkToIndex => ({
  id: title,
  position: 0,
  page: null,
  section: ['Winter'],
  text: 'They hold hands while they sleep.',
  revision: '1',
  title,
  document,
});

describe('createIndexedChunks', () => {
  it('counts a title twice in keyword search and once in the vector', async () => {
    const [chunk] = await createIndexedChunks({ analyzer, embedder }, [written('Otters')]);
    const count = (term: string) => chunk?.terms.filter((one) => one === term).length;
    expect([count('otter'), count('winter'), count('sleep')]).toEqual([2, 1, 1]);
    const [vector] = await embedder.embedDocuments([
      'Otters Winter They hold hands while they sleep.',
    ]);
    expect(chunk?.vector).toEqual(vector);
  });

  it('leaves a text without a title as it is', async () => {
    const [chunk] = await createIndexedChunks({ analyzer, embedder }, [written('')]);
    const plain = 'Winter They hold hands while they sleep.';
    expect(chunk?.terms).toEqual(analyzer.indexDocument(plain));
    const [vector] = await embedder.embedDocuments([plain]);
    expect(chunk?.vector).toEqual(vector);
  });
});
