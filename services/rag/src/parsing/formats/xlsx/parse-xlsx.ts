import { DocumentBuilder } from '../../document-builder.ts';
import type { ReportLeftOut } from '../../inline/inline-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { openZipArchive } from '../../zip-archive.ts';
import type { FormatParser } from '../format.ts';
import { readCoreProperties } from '../read-properties.ts';
import { readRelations } from '../read-relations.ts';
import { type Sheet, writeWorkbook } from '../write-workbook.ts';
import { readObjects } from './read-objects.ts';
import { readSheet } from './read-sheet.ts';
import { readWorkbook } from './read-workbook.ts';

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Parses a workbook: each sheet under a heading with its name. */
export const parseXlsx: FormatParser = async ({ bytes, limits }) => {
  const zip = await openZipArchive(bytes, limits);
  const builder = new DocumentBuilder(limits);
  const report: ReportLeftOut = (reason, text) => builder.leaveOut(reason, text);
  const workbook = await readWorkbook(zip, report);
  if (workbook === undefined) {
    throw new ParseFailure('unreadable', 'The file is damaged: its list of sheets is missing.');
  }
  await readCoreProperties(zip, builder);
  const sheets: Sheet[] = [];
  for (const { name, part, isHidden } of workbook.sheets) {
    const bytesOfSheet = await zip.read(part);
    if (bytesOfSheet === undefined) {
      builder.warn('sheet_missing', `The sheet “${name}” is missing in the file.`);
      continue;
    }
    const relations = await readRelations(zip, part);
    const links = new Map(
      relations.filter(({ isExternal }) => isExternal).map(({ id, target }) => [id, target]),
    );
    const cells = readSheet(bytesOfSheet, workbook, { links, report });
    const objects = await readObjects(zip, relations, report);
    sheets.push({ name, isHidden, ...cells, ...objects });
  }
  writeWorkbook(builder, sheets);
  return builder.finish(mimeType);
};
