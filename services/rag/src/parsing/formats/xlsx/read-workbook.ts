import type { ReportLeftOut } from '../../inline/inline-builder.ts';
import { readXml } from '../../read-xml.ts';
import type { ZipArchive } from '../../zip-archive.ts';
import { builtInFormat } from '../format-number.ts';
import { findMainPart, readRelations } from '../read-relations.ts';
import { RichText } from './rich-text.ts';

/** How cells of a style are shown. */
export interface CellStyle {
  /** Code of the number format. */
  readonly format: string;
  readonly font: string;
  readonly isStruck: boolean;
}

export interface Workbook {
  /** Sheets in order, each with the name of its part. */
  readonly sheets: readonly { name: string; part: string; isHidden: boolean }[];
  readonly sharedStrings: readonly string[];
  readonly styles: readonly CellStyle[];
  readonly is1904: boolean;
}

/** Reads the data that the sheets of a workbook share. */
export async function readWorkbook(
  zip: ZipArchive,
  report: ReportLeftOut,
): Promise<Workbook | undefined> {
  const workbook = await findMainPart(zip, 'xl/workbook.xml');
  const part = await zip.read(workbook);
  if (part === undefined) return undefined;
  const relations = await readRelations(zip, workbook);
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const find = (type: string) => relations.find((relation) => relation.type === type)?.target ?? '';
  const sheets: { name: string; part: string; isHidden: boolean }[] = [];
  let is1904 = false;
  readXml(part, {
    open(name, attributes) {
      const target = targets.get(attributes['r:id'] ?? '');
      if (name === 'sheet' && target !== undefined) {
        const isHidden = /hidden$/i.test(attributes.state ?? '');
        sheets.push({ name: attributes.name ?? '', part: target, isHidden });
      } else if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
    },
  });
  return {
    sheets,
    sharedStrings: readStrings(await zip.read(find('sharedStrings')), report),
    styles: readStyles(await zip.read(find('styles'))),
    is1904,
  };
}

function readStrings(part: Buffer | undefined, report: ReportLeftOut): string[] {
  const strings: string[] = [];
  if (part === undefined) return strings;
  const text = new RichText(report);
  readXml(part, {
    open: (name, attributes) => text.open(name, attributes),
    text: (piece) => text.text(piece),
    close(name) {
      text.close(name);
      if (name === 'si') strings.push(text.take());
    },
  });
  return strings;
}

function readStyles(part: Buffer | undefined): CellStyle[] {
  const codes = new Map<number, string>();
  const fonts: { name: string; isStruck: boolean }[] = [];
  const styles: CellStyle[] = [];
  if (part === undefined) return styles;
  let list = '';
  readXml(part, {
    open(name, attributes) {
      const id = Number(attributes.numFmtId);
      if (name === 'cellXfs' || name === 'fonts') list = name;
      else if (name === 'numFmt') codes.set(id, attributes.formatCode ?? '');
      else if (name === 'font' && list === 'fonts') fonts.push({ name: '', isStruck: false });
      else if (list === 'fonts') describeFont(fonts.at(-1), name, attributes.val);
      else if (name === 'xf' && list === 'cellXfs') {
        const { name: font = '', isStruck = false } = fonts[Number(attributes.fontId) || 0] ?? {};
        styles.push({ format: codes.get(id) ?? builtInFormat(id), font, isStruck });
      }
    },
    close(name) {
      if (name === list) list = '';
    },
  });
  return styles;
}

function describeFont(
  font: { name: string; isStruck: boolean } | undefined,
  name: string,
  value: string | undefined,
): void {
  if (font === undefined) return;
  if (name === 'name') font.name = value ?? '';
  else if (name === 'strike') font.isStruck = !/^(?:0|false)$/.test(value ?? '');
}
