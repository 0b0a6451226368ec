import { documentOutlineSchema, documentTextSchema, idSchema } from '@lectern/contracts';
import { z } from 'zod';
import { inLanguages } from '../in-languages.ts';
import { createReadingTool, type ReadingOptions } from '../reading-tool.ts';
import type { Tool } from '../tool.ts';
import { joinPart } from './join-part.ts';

const description = {
  en: `Reads a document: its headings, and its text by page, by section, or from a position on.

Use it when passages from search_documents are too short: to read the page or section they come from, to see how a document is built, or to read it through. Give page or section; without both the text starts at start. When next_start is not null there is more: call again with it as start.`,
  ru: `Читает документ: заголовки и текст страницы (page), раздела (section) или с позиции start. Нужен, когда отрывков из search_documents мало. Если next_start не null, вызови ещё раз с этим start.`,
};

const inputSchema = z.strictObject({
  document_id: idSchema.meta(
    inLanguages({
      en: 'document_id of a search result.',
      ru: 'document_id из результатов поиска.',
    }),
  ),
  page: z
    .number()
    .int()
    .min(1)
    .optional()
    .meta(inLanguages({ en: 'Page to read, from 1.', ru: 'Номер страницы, от 1.' })),
  section: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta(inLanguages({ en: 'Heading of the section to read.', ru: 'Заголовок раздела.' })),
  start: z
    .number()
    .int()
    .min(0)
    .optional()
    .meta(inLanguages({ en: 'Position to read from.', ru: 'Позиция, с которой читать.' })),
  max_characters: z
    .number()
    .int()
    .min(100)
    .max(50_000)
    .default(8_000)
    .meta(inLanguages({ en: 'Maximum characters of text.', ru: 'Максимальный объём текста.' })),
  with_tables: z
    .boolean()
    .default(false)
    .meta(
      inLanguages({
        en: 'Adds the cells of tables by their positions, for programs that draw them.',
        ru: 'Добавляет ячейки таблиц по их местам, для программ, которые рисуют таблицы.',
      }),
    ),
});

/** Maximum headings of an answer; `section` finds the others too. */
const maxHeadings = 500;

const outputSchema = z.object({
  document_id: z.string(),
  title: z.string(),
  file_name: z.string().nullable(),
  url: z.string().nullable(),
  status: z.string(),
  page_count: z.number().int().nullable(),
  outline: documentOutlineSchema.shape.outline,
  outline_is_complete: z.boolean().describe('False if the document has more headings.'),
  text: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  next_start: z.number().int().nullable(),
  tables: documentTextSchema.shape.tables,
});

/** Creates `get_document`, which returns structure and text of one document. */
export function createGetDocumentTool({ knowledge, ...options }: ReadingOptions): Tool {
  return createReadingTool({
    ...options,
    name: 'get_document',
    title: 'Read a document',
    description,
    inputSchema,
    outputSchema,
    async read({ document_id, max_characters, with_tables, ...wanted }, call) {
      const tables = with_tables && { tables: true };
      const [document, part, { outline, next_cursor }] = await Promise.all([
        knowledge.getDocument(document_id, call),
        knowledge.getDocumentText(document_id, { ...wanted, max_characters, ...tables }, call),
        knowledge.getDocumentOutline(document_id, maxHeadings, call),
      ]);
      return {
        document_id,
        title: document.title,
        file_name: document.file_name,
        url: document.url,
        status: document.status,
        page_count: document.page_count,
        outline,
        outline_is_complete: !next_cursor,
        ...joinPart(part, wanted.start),
        ...(with_tables && { tables: part.tables }),
      };
    },
  });
}
