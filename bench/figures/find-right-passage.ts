import { posix } from 'node:path';
import type { FoundChunk } from '@lectern/contracts';

interface OwnQuestion {
  /** File name, title or external id of the document; undefined where any document is right. */
  readonly file: string | undefined;
  /** One of them must be the passage's page; empty where the answer alone decides. */
  readonly pages: readonly number[];
  /** A passage without a page is right if it contains one of them. */
  readonly answers: readonly string[];
}

type Metadata = NonNullable<FoundChunk['metadata']>;
/** The parts of a passage that decide whether it is right. */
export interface LocatedPassage extends Pick<FoundChunk, 'text' | 'document_title'> {
  readonly metadata?: Pick<Metadata, 'page' | 'pages' | 'file_name' | 'external_id'> | undefined;
}

/**
 * Returns the place of the first right passage, from 1; undefined if none is right. A passage is
 * right by its document and page, or by an answer that it contains if no page is given.
 */
export function findRightPassage(
  chunks: readonly LocatedPassage[],
  question: OwnQuestion,
): number | undefined {
  const at = chunks.findIndex((chunk) => isRight(chunk, question));
  return at < 0 ? undefined : at + 1;
}

function isRight(chunk: LocatedPassage, { file, pages, answers }: OwnQuestion): boolean {
  if (file !== undefined && !isOfFile(chunk, file)) return false;
  const page = chunk.metadata?.page ?? null;
  if (pages.length > 0 && page !== null) {
    const touched = [page, ...(chunk.metadata?.pages ?? []).map((each) => each.page)];
    return touched.some((each) => pages.includes(each));
  }
  if (answers.length === 0) return true;
  const text = plain(chunk.text);
  return answers.some((answer) => text.includes(plain(answer)));
}

function isOfFile({ document_title, metadata }: LocatedPassage, file: string): boolean {
  const base = posix.basename(file);
  const names = [metadata?.file_name, metadata?.external_id, document_title];
  return names.some((name) => name === file || name === base);
}

/** Removes case, white space and compatibility forms of characters. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}
