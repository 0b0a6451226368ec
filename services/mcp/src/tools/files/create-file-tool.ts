import { z } from 'zod';
import { createCheckedTool } from '../checked-tool.ts';
import { inLanguages } from '../in-languages.ts';
import type { Tool } from '../tool.ts';
import { parseFilePath } from './file-path.ts';
import { type FilesToolOptions, requireFiles } from './require-files.ts';

const description = {
  en: `Writes a text file into the team's shared folder; folders that are missing are made.

Use it only when the person asked for a file. A file that is there already is kept and the call fails with file_exists, unless overwrite is true: set it only when the person wants the old text replaced.

Example: path: "notes/plan.md", text: "# Plan"`,
  ru: `Записывает текстовый файл в общую папку команды. Вызывай, только если об этом попросили. Существующий файл не заменяется, если не указать overwrite: true.`,
};

const inputSchema = z.strictObject({
  path: z.string().meta(
    inLanguages({
      en: 'Path below the folder, with slashes, for example notes/plan.md.',
      ru: 'Путь внутри папки через косую черту, например notes/plan.md.',
    }),
  ),
  text: z
    .string()
    .meta(inLanguages({ en: 'The whole text of the file.', ru: 'Весь текст файла.' })),
  overwrite: z
    .boolean()
    .default(false)
    .meta(
      inLanguages({ en: 'Replaces a file of this name.', ru: 'Заменяет файл с таким именем.' }),
    ),
});

/** `size` is in bytes. */
const outputSchema = z.object({ path: z.string(), size: z.number().int() });

/** Creates `create_file`, which writes a file of the caller's organisation. */
export function createCreateFileTool({ files, logger }: FilesToolOptions): Tool {
  return createCheckedTool({
    name: 'create_file',
    title: 'Write a file',
    description,
    inputSchema,
    outputSchema,
    scope: 'files',
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    },
    logger,
    async work({ path, text, overwrite }, call) {
      const names = parseFilePath(path);
      const organisationId = requireFiles(call);
      const { size } = await files.writeText(organisationId, names, { text, overwrite });
      logger.info(
        { request_id: call.requestId, organisation_id: organisationId, size, overwrite },
        'a file was written',
      );
      return { path: names.join('/'), size };
    },
  });
}
