import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Chunk, defaultChunkingSettings } from '../../services/rag/src/chunking/chunk.ts';
import { titleFromFileName } from '../../services/rag/src/documents/file-name.ts';
import { openParserPool } from '../../services/rag/src/parser-pool/parser-pool.ts';
import { defaultParseLimits, ParseFailure } from '../../services/rag/src/parsing/index.ts';
import { toIndexText, toKeywordText } from '../../services/rag/src/revisions/index-text.ts';
import type { LocatedPassage } from './find-right-passage.ts';

/** A passage of one of the real documents. */
export interface DocumentPassage extends LocatedPassage {
  readonly id: string;
  /** The file, from the folder of the documents on. */
  readonly documentId: string;
  readonly position: number;
  readonly indexText: string;
  readonly keywordText: string;
}

const manifestSchema = z.object({
  files: z.array(z.object({ file: z.string(), password: z.string().optional() })),
});

/** All files of a manifest that can be read, cut as the suite cuts them. */
export async function readDocumentPassages(folder: string): Promise<DocumentPassage[]> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const pool = openParserPool({ size: 1, limits: defaultParseLimits });
  const passages: DocumentPassage[] = [];
  try {
    for (const { file, password } of manifestSchema.parse(manifest).files) {
      const request = { path: join(folder, file), fileName: basename(file), password };
      const { document, chunks } = await pool
        .parseAndChunk(request, { chunking: defaultChunkingSettings })
        .catch(whereUnreadable);
      const title = document?.title ?? titleFromFileName(basename(file));
      passages.push(...chunks.map((chunk) => toPassage(file, title, chunk)));
    }
  } finally {
    await pool.close();
  }
  return passages;
}

/** Some files are there to be refused. */
function whereUnreadable(error: unknown): { readonly document: undefined; readonly chunks: [] } {
  if (error instanceof ParseFailure) return { document: undefined, chunks: [] };
  throw error;
}

function toPassage(file: string, title: string, chunk: Chunk): DocumentPassage {
  const { position, text, page, pageEnd } = chunk;
  const further = page === null || pageEnd === null ? [] : countUp(page + 1, pageEnd);
  return {
    id: `${file}#${position}`,
    documentId: file,
    position,
    text,
    document_title: title,
    metadata: {
      page,
      pages: further.map((each) => ({ page: each, start: 0 })),
      file_name: basename(file),
      external_id: null,
    },
    indexText: toIndexText(title, chunk),
    keywordText: toKeywordText(title, chunk),
  };
}

function countUp(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}
