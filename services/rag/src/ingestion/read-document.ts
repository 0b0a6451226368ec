import { Readable } from 'node:stream';
import type { BlobStore } from '@lectern/blobs';
import type { Chunk, ChunkingSettings } from '../chunking/chunk.ts';
import { chunkDocument } from '../chunking/chunk-document.ts';
import type { DocumentRow } from '../database/tables.ts';
import type { DocumentParser } from '../parser-pool/document-parser.ts';
import type { ReadParts } from '../parsing/formats/format.ts';
import { ParseFailure } from '../parsing/parse-failure.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { readTextDocument } from '../stored-text/open-stored-text.ts';
import { encodeStoredText } from '../stored-text/text-layout.ts';

export interface ReadDependencies {
  readonly blobs: BlobStore;
  readonly parser: DocumentParser;
}

export interface ReadDocument {
  readonly document: ParsedDocument;
  readonly chunks: readonly Chunk[];
  /** Null if the original is plain text, which can be parsed again at any time. */
  readonly parsedSha256: string | null;
}

interface HowToRead {
  readonly chunking: ChunkingSettings;
  readonly parts: ReadParts;
  readonly password: string | undefined;
  readonly signal: AbortSignal;
  /** Called with the processor time of a file that is parsed in another process. */
  readonly onWorked: (workedMs: number) => void;
}

/** Larger text is parsed in a child process like a file. */
const maxInProcessBytes = 200_000;

/**
 * Parses the document's bytes into text and chunks.
 * @throws ParseFailure
 */
export async function readDocument(
  { blobs, parser }: ReadDependencies,
  row: DocumentRow,
  { chunking, parts, password, signal, onWorked }: HowToRead,
): Promise<ReadDocument> {
  if (isReadInProcess(row)) {
    const bytes = await blobs.read(row.sha256);
    // Without a title of its own a document is called by its external id, which has no meaning.
    if (row.title === row.external_id && bytes.toString('utf8').trim() === '') {
      throw new ParseFailure('no_text', 'The document has neither a title nor a text.');
    }
    const document = readTextDocument(bytes, row.title);
    return { document, chunks: chunkDocument(document, chunking), parsedSha256: null };
  }
  const { document, chunks } = await blobs.withFile(row.sha256, (path) =>
    parser.parseAndChunk(
      {
        path,
        fileName: row.file_name ?? `${row.id}.${isMarkdown(row) ? 'md' : 'txt'}`,
        ...(row.mime_type && { declaredMimeType: row.mime_type }),
        ...(password && { password }),
        parts,
      },
      { chunking, signal, owner: row.organisation_id, onWorked },
    ),
  );
  const { sha256 } = await blobs.put(Readable.from(encodeStoredText(document)));
  return { document, chunks, parsedSha256: sha256 };
}

/** Returns true for a short plain text that was sent as JSON instead of a file. */
export function isReadInProcess(
  row: Pick<DocumentRow, 'file_name' | 'size' | 'mime_type'>,
): boolean {
  return row.file_name === null && !isMarkdown(row) && Number(row.size) <= maxInProcessBytes;
}

function isMarkdown({ mime_type }: Pick<DocumentRow, 'mime_type'>): boolean {
  return mime_type === 'text/markdown';
}
