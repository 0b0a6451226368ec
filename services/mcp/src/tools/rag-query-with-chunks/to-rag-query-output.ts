import { AppError, type AskResponse, type FoundChunk } from '@lectern/contracts';
import type { RagQueryOutput, RankedChunk } from './rag-query-schemas.ts';

const previewLength = 200;

/** Converts an answer of the knowledge service to the tool's output. */
export function toRagQueryOutput(question: string, answer: AskResponse): RagQueryOutput {
  const chunks = answer.chunks.map(toRankedChunk);
  return {
    metadata: { reranked_chunks: chunks },
    data: {
      question,
      answer: answer.answer,
      abstained: answer.abstained,
      evidence: answer.evidence,
      citations: answer.citations,
      model: answer.model,
    },
    chunks,
    used_chunk_ids: answer.used_chunk_ids,
    retrieval: answer.retrieval,
  };
}

function toRankedChunk(chunk: FoundChunk, index: number): RankedChunk {
  const { scores, metadata } = chunk;
  if (!scores || !metadata) {
    throw new AppError('upstream_failed', 'A passage came without its scores or metadata.');
  }
  const { page, section, start, end, file_name, url } = metadata;
  return {
    chunk_id: chunk.id,
    rank: index + 1,
    source: chunk.document_title,
    preview: toPreview(chunk.text),
    text: chunk.text,
    scores,
    metadata: {
      document_id: chunk.document_id,
      collection: chunk.collection_name,
      page,
      section,
      start,
      end,
      file_name,
      url,
    },
  };
}

function toPreview(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  if (characters.length <= previewLength) return characters.join('');
  return `${characters.slice(0, previewLength - 1).join('')}…`;
}
