import { type DocumentText, documentTextSchema } from '@lectern/contracts';
import { z } from 'zod';
import { CodePoints, countCodePoints } from '../document-viewer/code-points.ts';

/** A part of a document's parsed text. Offsets are code points. */
export interface DocumentPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly outline: readonly { level: number; title: string; start: number; page: number | null }[];
  readonly tables: readonly Table[];
  readonly hasMore: boolean;
}

type Table = NonNullable<DocumentText['tables']>[number];

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
  tables: documentTextSchema.shape.tables,
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
  return { ...part, start, text: text + part.text, tables: joinTables(before, part) };
}

/** Extends the part at its end. */
export async function readAfter(
  call: CallTool,
  documentId: string,
  part: DocumentPart,
): Promise<DocumentPart> {
  const more = await readPart(call, documentId, { start: part.end, length: stepCharacters });
  const { end, hasMore } = more;
  return { ...part, end, hasMore, text: part.text + more.text, tables: joinTables(part, more) };
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
    with_tables: true,
  });
  const answer = answerSchema.safeParse(structuredContent);
  if (isError || !answer.success) throw new Error('the document could not be read');
  const { outline, text, next_start, tables = [] } = answer.data;
  const end = start + countCodePoints(text);
  return { outline, text, start, end, tables, hasMore: next_start !== null };
}

/** A table between two parts is in both, and so is the row between them. */
function joinTables(first: DocumentPart, second: DocumentPart): Table[] {
  const last = first.tables.at(-1);
  const [next, ...others] = second.tables;
  if (!last || !next || last.start !== next.start) return [...first.tables, ...second.tables];
  const known = new Set(last.rows.map(({ cells }) => cells[0]?.start));
  const rows = next.rows.filter(({ cells }) => !known.has(cells[0]?.start));
  return [...first.tables.slice(0, -1), { ...last, rows: [...last.rows, ...rows] }, ...others];
}
