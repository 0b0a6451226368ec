import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { openZipArchive } from '../../zip-archive.ts';
import type { FormatParser } from '../format.ts';
import { readCoreProperties } from '../read-core-properties.ts';
import { writeSheet } from '../write-sheet.ts';
import { readSheet } from './read-sheet.ts';
import { readWorkbook } from './read-workbook.ts';

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Parses a workbook: each sheet under a heading with its name. */
export const parseXlsx: FormatParser = async ({ bytes, limits }) => {
  const zip = await openZipArchive(bytes, limits);
  const workbook = await readWorkbook(zip);
  if (workbook === undefined) {
    throw new ParseFailure('unreadable', 'The file is damaged: its list of sheets is missing.');
  }
  const builder = new DocumentBuilder(limits);
  const { title, metadata } = await readCoreProperties(zip);
  builder.title = title;
  Object.assign(builder.metadata, metadata);
  let filled = 0;
  for (const { name, part } of workbook.sheets) {
    const sheet = await zip.read(part);
    const rows = sheet === undefined ? [] : readSheet(sheet, workbook);
    if (rows.length === 0) continue;
    filled += 1;
    builder.heading(2, name);
    writeSheet(builder, rows);
  }
  if (filled === 0)
    throw new ParseFailure('no_text', 'The workbook contains no cells with content.');
  return builder.finish(mimeType);
};
