import { readXml } from '../../read-xml.ts';
import type { ZipArchive } from '../../zip-archive.ts';
import { readRelations } from '../read-relations.ts';
import { kindOfFormat, type NumberKind } from './format-cell.ts';

export interface Workbook {
  /** Sheets in order, each with the name of its part. */
  readonly sheets: readonly { name: string; part: string }[];
  readonly sharedStrings: readonly string[];
  /** Number kind of each cell style. */
  readonly styles: readonly NumberKind[];
  readonly is1904: boolean;
}

const workbook = 'xl/workbook.xml';

/** Reads the data that the sheets of a workbook share. */
export async function readWorkbook(zip: ZipArchive): Promise<Workbook | undefined> {
  const part = await zip.read(workbook);
  if (part === undefined) return undefined;
  const relations = await readRelations(zip, workbook);
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const find = (type: string) => relations.find((relation) => relation.type === type)?.target ?? '';
  const sheets: { name: string; part: string }[] = [];
  let is1904 = false;
  readXml(part, {
    open(name, attributes) {
      const target = targets.get(attributes['r:id'] ?? '');
      if (name === 'sheet' && target !== undefined) {
        sheets.push({ name: attributes.name ?? '', part: target });
      } else if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
    },
  });
  return {
    sheets,
    sharedStrings: readStrings(await zip.read(find('sharedStrings'))),
    styles: readStyles(await zip.read(find('styles'))),
    is1904,
  };
}

function readStrings(part: Buffer | undefined): string[] {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let text = '';
  let isText = false;
  let phonetic = false;
  readXml(part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      isText = name === 't' && !phonetic;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') phonetic = false;
      else if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

function readStyles(part: Buffer | undefined): NumberKind[] {
  const codes = new Map<number, string>();
  const styles: NumberKind[] = [];
  if (part === undefined) return styles;
  let isCells = false;
  readXml(part, {
    open(name, attributes) {
      const id = Number(attributes.numFmtId);
      if (name === 'numFmt') codes.set(id, attributes.formatCode ?? '');
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) styles.push(kindOfFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}
