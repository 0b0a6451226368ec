import type { BlobStore } from '@lectern/blobs';
import type { RevisionsTable } from '../database/tables.ts';
import { parsePlainText } from '../parsing/parse-plain-text.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';

/** Loads the parsed form of a stored revision. */
export async function loadParsedDocument(
  blobs: BlobStore,
  { sha256, parsed_sha256 }: Pick<RevisionsTable, 'sha256' | 'parsed_sha256'>,
  title: string,
): Promise<ParsedDocument> {
  if (parsed_sha256 === null) return readTextDocument(await blobs.read(sha256), title);
  return JSON.parse((await blobs.read(parsed_sha256)).toString('utf8')) as ParsedDocument;
}

/** Parses a document that came as JSON text. Without text it is found by its title alone. */
export function readTextDocument(bytes: Buffer, title: string): ParsedDocument {
  const text = bytes.toString('utf8');
  return parsePlainText(text.trim() === '' ? title : text, { title });
}
