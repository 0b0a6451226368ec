import { z } from 'zod';
import { CodePoints, countCodePoints } from '../document-viewer/code-points.ts';

/** A part of a document's parsed text. Offsets are code points. */
export interface DocumentPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly outline: readonly { level: number; title: string; start: number; page: number | null }[];
  readonly hasMore: boolean;
}

/** Calls a tool of the server that provides the view. */
export type CallTool = (
  name: string,
  parameters: Readonly<Record<string, unknown>>,
) => Promise<{ readonly isError?: boolean; readonly structuredContent?: unknown }>;

const answerSchema = z.object({
  outline: z.array(
    z.object({
      level: z.number(),
      title: z.string(),
      start: z.number(),
      page: z.number().nullable(),
    }),
  ),
  text: z.string(),
  start: z.number(),
  end: z.number(),
  next_start: z.number().nullable(),
});

/** Characters before and after a passage, and per further step. */
const stepCharacters = 3_000;
const minCharacters = 100;
const maxCharacters = 50_000;

/** Reads a passage with the text around it. */
export function readAround(
  call: CallTool,
  documentId: string,
  place: { readonly start: number; readonly end: number },
): Promise<DocumentPart> {
  const start = Math.max(0, place.start - stepCharacters);
  return readPart(call, documentId, { start, length: place.end + stepCharacters - start });
}

/** Extends the part at its beginning. */
export async function readBefore(
  call: CallTool,
  documentId: string,
  part: DocumentPart,
): Promise<DocumentPart> {
  const start = Math.max(0, part.start - stepCharacters);
  const before = await readPart(call, documentId, { start, length: part.start - start });
  const text = new CodePoints(before.text).slice(0, part.start - start);
  return { ...part, start, text: text + part.text };
}

/** Extends the part at its end. */
export async function readAfter(
  call: CallTool,
  documentId: string,
  part: DocumentPart,
): Promise<DocumentPart> {
  const more = await readPart(call, documentId, { start: part.end, length: stepCharacters });
  return { ...part, end: more.end, hasMore: more.hasMore, text: part.text + more.text };
}

async function readPart(
  call: CallTool,
  documentId: string,
  { start, length }: { readonly start: number; readonly length: number },
): Promise<DocumentPart> {
  const { isError, structuredContent } = await call('get_document', {
    document_id: documentId,
    start,
    max_characters: Math.min(maxCharacters, Math.max(minCharacters, length)),
  });
  const answer = answerSchema.safeParse(structuredContent);
  if (isError || !answer.success) throw new Error('the document could not be read');
  const { outline, text, next_start } = answer.data;
  return { outline, text, start, end: start + countCodePoints(text), hasMore: next_start !== null };
}
