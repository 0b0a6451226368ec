import { z } from 'zod';
import { assembleDocument, type DraftBlock } from '../../assemble-document.ts';
import { cleanText } from '../../clean-text.ts';
import { decodeText } from '../../decode-text.ts';
import { ParseFailure } from '../../parse-failure.ts';
import type { FormatParser } from '../format.ts';
import { findMarkdownBlocks } from '../markdown/find-markdown-blocks.ts';

const textSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === 'string' ? text : text.join('')));

const cellSchema = z.object({
  cell_type: z.string(),
  source: textSchema.catch(''),
  outputs: z
    .array(
      z.object({
        text: textSchema.optional(),
        data: z.object({ 'text/plain': textSchema.optional() }).optional(),
      }),
    )
    .catch([]),
});

const notebookSchema = z.object({
  cells: z.array(cellSchema),
  metadata: z
    .object({
      title: z.string().optional(),
      language_info: z.object({ name: z.string() }).optional(),
    })
    .catch({}),
});

/**
 * Parses a notebook: Markdown cells as they are, code cells as code, followed by their text output.
 */
export const parseNotebook: FormatParser = async ({ bytes, limits }) => {
  const { cells, metadata } = notebookSchema.parse(JSON.parse(decodeText(bytes).text));
  const parts: string[] = [];
  const blocks: DraftBlock[] = [];
  let length = 0;
  const add = (text: string, find: (start: number) => DraftBlock[]) => {
    if (text.trim() === '') return;
    blocks.push(...find(length));
    parts.push(text);
    length += text.length + 2;
    if (length > limits.maxTextChars) {
      throw new ParseFailure('too_large', 'The document contains more text than is allowed.');
    }
  };
  const asCode =
    (text: string) =>
    (start: number): DraftBlock[] => [{ kind: 'code', start, end: start + text.length }];
  for (const cell of cells) {
    const source = cleanText(cell.source).trimEnd();
    if (cell.cell_type === 'code') add(source, asCode(source));
    else add(source, (start) => findMarkdownBlocks(source, start));
    for (const output of cell.outputs) {
      const text = cleanText(output.text ?? output.data?.['text/plain'] ?? '').trimEnd();
      add(text, asCode(text));
    }
  }
  return assembleDocument({
    mimeType: 'application/x-ipynb+json',
    title: metadata.title ?? null,
    text: parts.join('\n\n'),
    blocks,
    metadata: metadata.language_info ? { programming_language: metadata.language_info.name } : {},
  });
};
