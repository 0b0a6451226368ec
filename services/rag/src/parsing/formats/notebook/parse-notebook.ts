import { z } from 'zod';
import { assembleDocument, type DraftBlock } from '../../assemble-document.ts';
import { cleanText } from '../../clean-text.ts';
import { decodeText } from '../../decode-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import type { ParseLimits } from '../../parse-limits.ts';
import type { ParseWarning } from '../../parsed-document.ts';
import type { FormatParser } from '../format.ts';
import { readHtml } from '../html/read-html.ts';
import { findMarkdownBlocks } from '../markdown/find-markdown-blocks.ts';

const textSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === 'string' ? text : text.join('')));

/** Output of a cell by media type. Format 3 has the types as members of the output itself. */
const outputSchema = z
  .looseObject({
    output_type: z.string().catch(''),
    ename: textSchema.catch(''),
    evalue: textSchema.catch(''),
    traceback: z.array(z.string()).catch([]),
    data: z.record(z.string(), z.unknown()).catch({}),
  })
  .transform(({ data, ...rest }) => ({ ...rest, data: { ...rest, ...data } as Data }));
type Data = Readonly<Record<string, unknown>>;
type Output = z.infer<typeof outputSchema>;

const cellSchema = z.object({
  cell_type: z.string(),
  source: textSchema.optional().catch(undefined),
  /** Code of format 3. */
  input: textSchema.optional().catch(undefined),
  /** Level of a heading cell of format 3. */
  level: z.number().catch(1),
  outputs: z.array(outputSchema).catch([]),
});

const notebookSchema = z.object({
  cells: z.array(cellSchema).optional(),
  worksheets: z.array(z.object({ cells: z.array(cellSchema) })).optional(),
  metadata: z
    .object({
      title: z.string().optional().catch(undefined),
      date: z.string().optional().catch(undefined),
      authors: z
        .array(z.object({ name: z.string() }))
        .optional()
        .catch(undefined),
      language_info: z.object({ name: z.string() }).optional().catch(undefined),
    })
    .catch({}),
});

/**
 * Parses a notebook: Markdown cells as they are, code cells as code, followed by all of their
 * outputs. A picture without a text is named in a warning.
 */
export const parseNotebook: FormatParser = async ({ bytes, limits }) => {
  const notebook = notebookSchema.parse(JSON.parse(decodeText(bytes).text));
  const { metadata } = notebook;
  const cells = notebook.cells ?? notebook.worksheets?.flatMap((sheet) => sheet.cells) ?? [];
  const writer = new NotebookWriter(limits);
  for (const [at, cell] of cells.entries()) {
    const source = cleanText(cell.source ?? cell.input ?? '').trimEnd();
    if (cell.cell_type === 'code') writer.code(source);
    else if (cell.cell_type === 'heading') writer.markdown(`${'#'.repeat(cell.level)} ${source}`);
    else writer.markdown(source);
    for (const output of cell.outputs) writeOutput(writer, output, at + 1);
  }
  return assembleDocument({
    mimeType: 'application/x-ipynb+json',
    title: metadata.title ?? null,
    ...writer.finish(),
    metadata: {
      ...(metadata.authors && { author: metadata.authors.map(({ name }) => name).join(', ') }),
      ...(metadata.date && { date: metadata.date }),
      ...(metadata.language_info && { programming_language: metadata.language_info.name }),
    },
  });
};

/** Colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character starts a colour
const colours = /\u001b\[[\d;]*[A-Za-z]/g;

/** Writes the richest form of an output that is text. */
function writeOutput(writer: NotebookWriter, output: Output, cell: number): void {
  if (output.output_type === 'error' || output.output_type === 'pyerr') {
    const error = `${output.ename}: ${output.evalue}`;
    writer.code(output.traceback.length > 0 ? output.traceback.join('\n') : error);
    return;
  }
  const markdown = textOf(output.data, 'text/markdown');
  const html = textOf(output.data, 'text/html', 'html');
  const plain = textOf(
    output.data,
    'text',
    'text/plain',
    'text/latex',
    'latex',
    'application/json',
  );
  if (markdown) writer.markdown(markdown);
  else if (!(html && writer.html(html))) writer.code(plain);
  const picture = Object.keys(output.data).find((type) =>
    /^(?:image\/.*|png|jpeg|svg)$/.test(type),
  );
  if (picture !== undefined) writer.warn(`A picture in the output of cell ${cell} was not read.`);
}

function textOf(data: Data, ...types: readonly string[]): string {
  for (const type of types) {
    const found = textSchema.safeParse(data[type]);
    if (found.success) return cleanText(found.data.replace(colours, '')).trimEnd();
    if (type === 'application/json' && data[type] !== undefined) return JSON.stringify(data[type]);
  }
  return '';
}

class NotebookWriter {
  readonly #limits: ParseLimits;
  readonly #parts: string[] = [];
  readonly #blocks: DraftBlock[] = [];
  readonly #warnings: ParseWarning[] = [];
  #length = 0;

  constructor(limits: ParseLimits) {
    this.#limits = limits;
  }

  code(source: string): void {
    const text = source.replace(colours, '').trimEnd();
    this.#add(text, (start) => [{ kind: 'code', start, end: start + text.length }]);
  }

  markdown(text: string): void {
    this.#add(text, (start) => findMarkdownBlocks(text, start));
  }

  /** Returns false if the HTML has no text. */
  html(source: string): boolean {
    const builder = new DocumentBuilder(this.#limits);
    readHtml(source, builder, { dropNoise: false });
    const { text, blocks } = builder.draft('text/html');
    this.#add(text, (start) => blocks.map((block) => moveBlock(block, start)));
    return !builder.isEmpty;
  }

  warn(message: string): void {
    this.#warnings.push({ code: 'picture_skipped', message });
  }

  finish() {
    return { text: this.#parts.join('\n\n'), blocks: this.#blocks, warnings: this.#warnings };
  }

  #add(text: string, find: (start: number) => DraftBlock[]): void {
    if (text.trim() === '') return;
    this.#blocks.push(...find(this.#length));
    this.#parts.push(text);
    this.#length += text.length + 2;
    if (this.#length > this.#limits.maxTextChars) {
      throw new ParseFailure('too_large', 'The document contains more text than is allowed.');
    }
  }
}

function moveBlock({ start, end, table, ...block }: DraftBlock, by: number): DraftBlock {
  const moved = { ...block, start: start + by, end: end + by };
  if (table === undefined) return moved;
  const rows = table.rows.map((row) => row.map((offset) => offset + by));
  return { ...moved, table: { ...table, rows } };
}
