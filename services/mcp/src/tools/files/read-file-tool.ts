import { z } from 'zod';
import { createCheckedTool } from '../checked-tool.ts';
import { inLanguages } from '../in-languages.ts';
import type { Tool } from '../tool.ts';
import { parseFilePath } from './file-path.ts';
import { type FilesToolOptions, requireFiles } from './require-files.ts';

const description = {
  en: `Reads a text file of the team's shared folder. This folder is apart from the documents that search_documents finds.

Use it for files that list_directory shows or that create_file has written. When next_start is not null there is more: call again with it as start.

Example: path: "notes/plan.md"`,
  ru: `Читает текстовый файл из общей папки команды. Если next_start не null, вызови ещё раз с этим start.`,
};

const inputSchema = z.strictObject({
  path: z.string().meta(
    inLanguages({
      en: 'Path below the folder, with slashes, for example notes/plan.md.',
      ru: 'Путь внутри папки через косую черту, например notes/plan.md.',
    }),
  ),
  start: z
    .number()
    .int()
    .min(0)
    .default(0)
    .meta(inLanguages({ en: 'Character to read from.', ru: 'Знак, с которого читать.' })),
  max_characters: z
    .number()
    .int()
    .min(100)
    .max(100_000)
    .default(20_000)
    .meta(inLanguages({ en: 'Maximum characters of text.', ru: 'Максимальный объём текста.' })),
});

/** Offsets are code points; `size` is in bytes. */
const outputSchema = z.object({
  path: z.string(),
  text: z.string(),
  size: z.number().int(),
  modified_at: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  next_start: z.number().int().nullable(),
});

/** Creates `read_file`, which returns the text of a file of the caller's organisation. */
export function createReadFileTool({ files, logger }: FilesToolOptions): Tool {
  return createCheckedTool({
    name: 'read_file',
    title: 'Read a file',
    description,
    inputSchema,
    outputSchema,
    scope: 'files',
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    logger,
    async work({ path, start: from, max_characters }, call) {
      const names = parseFilePath(path);
      const { text, size, modifiedAt } = await files.readText(requireFiles(call), names);
      const characters = Array.from(text);
      const start = Math.min(from, characters.length);
      const end = Math.min(start + max_characters, characters.length);
      return {
        path: names.join('/'),
        text: characters.slice(start, end).join(''),
        size,
        modified_at: modifiedAt.toISOString(),
        start,
        end,
        next_start: end < characters.length ? end : null,
      };
    },
  });
}
