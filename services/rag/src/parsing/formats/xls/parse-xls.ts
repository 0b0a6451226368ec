import { read, utils } from '@e965/xlsx';
import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import type { FormatParser } from '../format.ts';
import { writeSheet } from '../write-sheet.ts';

/**
 * Parses a workbook from before 2007: each sheet under a heading with its name, cells as Excel
 * shows them.
 */
export const parseXls: FormatParser = async ({ bytes, password, limits }) => {
  const workbook = open(bytes, password);
  const builder = new DocumentBuilder(limits);
  const { Title: title, Author: author } = workbook.Props ?? {};
  builder.title = title || null;
  if (author) builder.metadata.author = author;
  let filled = 0;
  for (const name of workbook.SheetNames) {
    const sheet = workbook.Sheets[name];
    const rows = sheet ? toRows(sheet) : [];
    if (rows.length === 0) continue;
    filled += 1;
    builder.heading(2, name);
    writeSheet(builder, rows);
  }
  if (filled === 0)
    throw new ParseFailure('no_text', 'The workbook contains no cells with content.');
  return builder.finish('application/vnd.ms-excel');
};

function open(bytes: Buffer, password: string | undefined): ReturnType<typeof read> {
  try {
    return read(bytes, { type: 'buffer', dense: true, ...(password && { password }) });
  } catch (cause) {
    const isLocked = cause instanceof Error && /password|encrypt/i.test(cause.message);
    if (!isLocked) throw cause;
    throw new ParseFailure(
      'unsupported_format',
      'The encryption of old Excel workbooks is not supported. Save the file without its password.',
      { cause },
    );
  }
}

function toRows(sheet: ReturnType<typeof read>['Sheets'][string]): string[][] {
  return utils.sheet_to_json<string[]>(sheet, {
    header: 1,
    raw: false,
    defval: '',
    blankrows: false,
  });
}
