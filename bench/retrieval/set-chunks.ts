import type { Analyzer, Embedder, IndexedChunk } from '@lectern/retrieval';
import { chunkDocument } from '../../services/rag/src/chunking/chunk-document.ts';
import { parsePlainText } from '../../services/rag/src/parsing/parse-plain-text.ts';
import { toIndexText, toKeywordText } from '../../services/rag/src/revisions/index-text.ts';
import type { BeirSet } from '../data/beir.ts';
import { embedOnce } from './kept-vectors.ts';

export interface SetChunksOptions {
  readonly analyzer: Analyzer;
  readonly embedder: Embedder;
  /** Limit of a chunk; 0 leaves documents whole. */
  readonly maxTokens: number;
}

export interface SetChunks {
  readonly chunks: readonly IndexedChunk[];
  /** Text from which each chunk was embedded. */
  readonly texts: readonly string[];
  /** Processor time of embedding one chunk. */
  readonly cpuMsAChunk: number;
}

/** Creates the index entries of a test collection, with documents chunked as in the suite. */
export async function createSetChunks(
  name: string,
  set: BeirSet,
  { analyzer, embedder, maxTokens }: SetChunksOptions,
): Promise<SetChunks> {
  const cut = set.documents.flatMap((document) => cutDocument(document, maxTokens));
  const texts = cut.map(({ text }) => text);
  const { vectors, cpuMs } = await embedOnce(embedder, 'documents', texts);
  const chunks = cut.map(({ documentId, position, keywordText }, place) => ({
    id: `${documentId}#${position}`,
    documentId,
    revision: '1',
    collectionId: name,
    position,
    page: null,
    createdAtMs: 0,
    terms: analyzer.indexDocument(keywordText),
    vector: vectors[place] ?? null,
  }));
  return { chunks, texts, cpuMsAChunk: cpuMs };
}

interface CutChunk {
  readonly documentId: string;
  readonly position: number;
  readonly text: string;
  readonly keywordText: string;
}

/** The chunks, each with the document's title. */
function cutDocument(
  { id, title, text }: BeirSet['documents'][number],
  maxTokens: number,
): CutChunk[] {
  const chunks =
    maxTokens === 0 || text.trim() === ''
      ? [{ position: 0, section: [], text }]
      : chunkDocument(parsePlainText(text, { title }), {
          max_tokens: maxTokens,
          overlap_tokens: 0,
        });
  return chunks.map((chunk) => ({
    documentId: id,
    position: chunk.position,
    text: toIndexText(title, chunk),
    keywordText: toKeywordText(title, chunk),
  }));
}
