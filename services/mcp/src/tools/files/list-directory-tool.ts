import { z } from 'zod';
import { createCheckedTool } from '../checked-tool.ts';
import { inLanguages } from '../in-languages.ts';
import type { Tool } from '../tool.ts';
import { parseFolderPath } from './file-path.ts';
import { type FilesToolOptions, requireFiles } from './require-files.ts';

const description = {
  en: `Lists files and folders of the team's shared folder, by name. This folder is apart from the documents that search_documents finds.

Use it to learn what read_file can read. When next_cursor is not null, call again with it for more.`,
  ru: `Перечисляет файлы и папки общей папки команды. Если next_cursor не null, вызови ещё раз с этим cursor.`,
};

const inputSchema = z.strictObject({
  path: z
    .string()
    .default('')
    .meta(
      inLanguages({
        en: 'Path of a folder below the shared one, with slashes. Default: the shared folder.',
        ru: 'Путь вложенной папки через косую черту. Без него — вся общая папка.',
      }),
    ),
  limit: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(200)
    .meta(inLanguages({ en: 'Maximum entries.', ru: 'Максимум записей.' })),
  cursor: z
    .string()
    .max(1_000)
    .optional()
    .meta(
      inLanguages({
        en: 'next_cursor of the previous call.',
        ru: 'next_cursor предыдущего вызова.',
      }),
    ),
});

/** `size` is in bytes, null for a folder. */
const outputSchema = z.object({
  path: z.string(),
  entries: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      type: z.enum(['file', 'directory']),
      size: z.number().int().nullable(),
      modified_at: z.string(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

/** Creates `list_directory`, which lists a folder of the caller's organisation. */
export function createListDirectoryTool({ files, logger }: FilesToolOptions): Tool {
  return createCheckedTool({
    name: 'list_directory',
    title: 'List a folder',
    description,
    inputSchema,
    outputSchema,
    scope: 'files',
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    logger,
    async work({ path, limit, cursor }, call) {
      const names = parseFolderPath(path);
      const page = { after: cursor, limit };
      const { entries, hasMore } = await files.list(requireFiles(call), names, page);
      return {
        path: names.join('/'),
        entries: entries.map(({ name, type, size, modifiedAt }) => ({
          name,
          path: [...names, name].join('/'),
          type,
          size,
          modified_at: modifiedAt.toISOString(),
        })),
        next_cursor: hasMore ? (entries.at(-1)?.name ?? null) : null,
      };
    },
  });
}
