import { z } from 'zod';
import { cleanText } from '../../clean-text.ts';
import { decodeText } from '../../decode-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { readHtml } from '../html/read-html.ts';
import { describeJson } from '../json/describe-json.ts';
import { parseExactJson } from '../json/parse-exact-json.ts';
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
  const notebook = notebookSchema.parse(parseExactJson(decodeText(bytes).text));
  const { metadata } = notebook;
  const cells = notebook.cells ?? notebook.worksheets?.flatMap((sheet) => sheet.cells) ?? [];
  const builder = new DocumentBuilder(limits);
  for (const [at, cell] of cells.entries()) {
    const source = cleanText(cell.source ?? cell.input ?? '').trimEnd();
    if (cell.cell_type === 'code') writeCode(builder, source);
    else if (cell.cell_type === 'heading') {
      writeMarkdown(builder, `${'#'.repeat(cell.level)} ${source}`);
    } else writeMarkdown(builder, source);
    for (const output of cell.outputs) writeOutput(builder, output, at + 1);
  }
  builder.title = metadata.title ?? null;
  builder.metadata = {
    ...(metadata.authors && { author: metadata.authors.map(({ name }) => name).join(', ') }),
    ...(metadata.date && { date: metadata.date }),
    ...(metadata.language_info && { programming_language: metadata.language_info.name }),
  };
  return builder.finish('application/x-ipynb+json');
};

/** Part of a line that a terminal writes over, such as an earlier state of a progress bar. */
const overwritten = /^[^\n]*\r(?=[^\r\n])/gm;

/** Shown where a notebook cannot show an object. */
const placeholder = /^<IPython\.core\.display\.\w+ object>$/;

/** Writes the richest form of an output that is text. */
function writeOutput(builder: DocumentBuilder, output: Output, cell: number): void {
  if (output.output_type === 'error' || output.output_type === 'pyerr') {
    const error = `${output.ename}: ${output.evalue}`;
    writeCode(builder, output.traceback.length > 0 ? output.traceback.join('\n') : error);
    return;
  }
  const markdown = textOf(output.data, 'text/markdown');
  const html = textOf(output.data, 'text/html', 'html');
  const before = builder.length;
  if (markdown) writeMarkdown(builder, markdown);
  else readHtml(html, builder, { dropNoise: false });
  if (builder.length === before) writeCode(builder, textOf(output.data, ...plainTypes));
  const picture = Object.keys(output.data).find((type) =>
    /^(?:image\/.*|png|jpeg|svg)$/.test(type),
  );
  if (picture !== undefined) {
    builder.warn('picture_skipped', `A picture in the output of cell ${cell} was not read.`);
  }
}

const plainTypes = ['application/json', 'text', 'text/plain', 'text/latex', 'latex'];

function textOf(data: Data, ...types: readonly string[]): string {
  for (const type of types) {
    const found = textSchema.safeParse(data[type]);
    if (found.success && !placeholder.test(found.data))
      return cleanText(found.data.replace(overwritten, '')).trimEnd();
    if (type === 'application/json' && data[type] !== undefined) return describeJson(data[type]);
  }
  return '';
}

function writeCode(builder: DocumentBuilder, source: string): void {
  const text = cleanText(source).trimEnd();
  builder.source(text, (start) => [{ kind: 'code', start, end: start + text.length }]);
}

function writeMarkdown(builder: DocumentBuilder, text: string): void {
  builder.source(text, (start) => findMarkdownBlocks(text, start));
}
