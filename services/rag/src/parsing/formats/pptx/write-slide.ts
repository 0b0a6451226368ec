import type { DocumentBuilder } from '../../document-builder.ts';
import type { ReportLeftOut } from '../../inline/inline-builder.ts';
import { writeInline } from '../../inline/write-inline.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import {
  childrenOf,
  descendants,
  find,
  readXmlTree,
  textOf,
  type XmlNode,
} from '../../xml-tree.ts';
import { readChart, writeChart } from '../chart.ts';
import { readParagraph, readParagraphs, writeDiagram } from '../drawing-text.ts';
import { formatListNumber } from '../list-number.ts';
import { joinHeaderRows, OpenTable } from '../open-table.ts';
import type { PictureTexts } from '../picture-texts.ts';

/** Parts and links that a slide refers to. */
export interface SlideParts {
  /** Bytes of charts and diagrams. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
  /** Addresses of links. */
  readonly links: ReadonlyMap<string, string>;
  /** Names of pictures. */
  readonly images: ReadonlyMap<string, string>;
  readonly pictures: PictureTexts;
  /** Embedded files that were read. */
  readonly embedded: ReadonlyMap<string, ParsedDocument>;
}

const titlePlaceholders = /^(?:title|ctrTitle)$/;
const repeatedPlaceholders = /^(?:sldNum|dt|ftr|hdr|sldImg)$/;

/** Writes the shapes of a slide or of its notes: its title, then the others in the order of the file. */
export function writeSlide(part: Uint8Array, parts: SlideParts, builder: DocumentBuilder): void {
  const root = childrenOf(readXmlTree(part))[0];
  const tree = find(root, 'p:cSld', 'p:spTree');
  if (tree === undefined) return;
  const shapes = childrenOf(tree);
  const titles = new Set(shapes.filter((shape) => titlePlaceholders.test(placeholderOf(shape))));
  const others = shapes.filter((shape) => !titles.has(shape));
  writeShapes([...titles, ...others], parts, builder);
}

function propertiesOf(shape: XmlNode): XmlNode | undefined {
  return childrenOf(shape).find(({ name }) => name.startsWith('p:nv'));
}

function placeholderOf(shape: XmlNode): string {
  return find(propertiesOf(shape), 'p:nvPr', 'p:ph')?.attributes.type ?? '';
}

function writeShapes(nodes: readonly XmlNode[], parts: SlideParts, builder: DocumentBuilder): void {
  for (const node of nodes) {
    const { hidden } = find(propertiesOf(node), 'p:cNvPr')?.attributes ?? {};
    if (hidden === '1' || hidden === 'true') {
      builder.leaveOut('hidden', [...descendants(node, 'a:t')].map(textOf).join(' '));
    } else if (node.name === 'p:sp' || node.name === 'p:cxnSp') writeShape(node, parts, builder);
    else if (node.name === 'p:grpSp') writeShapes(childrenOf(node), parts, builder);
    else if (node.name === 'mc:AlternateContent') {
      writeShapes(childrenOf(childrenOf(node)[0]), parts, builder);
    } else if (node.name === 'p:pic') writePicture(node, parts, builder);
    else if (node.name === 'p:graphicFrame') writeFrame(node, parts, builder);
  }
}

function writeShape(shape: XmlNode, { links }: SlideParts, builder: DocumentBuilder): void {
  const placeholder = placeholderOf(shape);
  if (repeatedPlaceholders.test(placeholder)) return;
  const paragraphs = childrenOf(find(shape, 'p:txBody'), 'a:p');
  const report: ReportLeftOut = (reason, text) => builder.leaveOut(reason, text);
  if (titlePlaceholders.test(placeholder)) {
    const texts = paragraphs.map((paragraph) => readParagraph(paragraph, report, links));
    builder.heading(1, texts.filter((text) => text.trim() !== '').join(' '));
    return;
  }
  const numbers = new SlideNumbers();
  for (const paragraph of paragraphs) {
    const text = readParagraph(paragraph, report, links);
    const properties = find(paragraph, 'a:pPr');
    const depth = 1 + Math.min(Number(properties?.attributes.lvl) || 0, 8);
    if (text.trim() === '') continue;
    const number = numbers.next(find(properties, 'a:buAutoNum'), depth);
    if (number !== '' || depth > 1) builder.listItem(depth, text, number || '-');
    else builder.paragraph(text);
  }
}

/** Numbers the paragraphs of a shape. */
class SlideNumbers {
  readonly #counts: number[] = [];

  next(numbering: XmlNode | undefined, depth: number): string {
    this.#counts.length = Math.min(this.#counts.length, depth + 1);
    if (numbering === undefined) {
      this.#counts.length = Math.min(this.#counts.length, depth);
      return '';
    }
    const { type = '', startAt } = numbering.attributes;
    const count = (this.#counts[depth] ?? (Number(startAt) || 1) - 1) + 1;
    this.#counts[depth] = count;
    const number = formatListNumber(count, styleOf(type));
    if (type.endsWith('ParenBoth')) return `(${number})`;
    return type.endsWith('ParenR') ? `${number})` : type.endsWith('Plain') ? number : `${number}.`;
  }
}

function styleOf(type: string): string {
  const [kind = ''] = /^(?:alphaLc|alphaUc|romanLc|romanUc|circleNum|ea1)/.exec(type) ?? [];
  const styles: Readonly<Record<string, string>> = {
    alphaLc: 'lowerLetter',
    alphaUc: 'upperLetter',
    romanLc: 'lowerRoman',
    romanUc: 'upperRoman',
    circleNum: 'decimalEnclosedCircle',
    ea1: 'chineseCounting',
  };
  return styles[kind] ?? 'decimal';
}

function writePicture(
  picture: XmlNode,
  { images, pictures }: SlideParts,
  builder: DocumentBuilder,
): void {
  const { name = '', descr: description = '' } =
    find(picture, 'p:nvPicPr', 'p:cNvPr')?.attributes ?? {};
  builder.paragraph(writeInline([{ kind: 'picture', description }]));
  const blip = find(picture, 'p:blipFill', 'a:blip');
  const image = images.get(blip?.attributes['r:embed'] ?? '') ?? '';
  pictures.write(image, builder);
  if (description.trim() === '' && !pictures.has(image)) {
    builder.warn(
      'picture_not_read',
      `A picture has no description: ${name} on slide ${builder.page}.`,
    );
  }
}

function writeFrame(
  frame: XmlNode,
  { parts, embedded }: SlideParts,
  builder: DocumentBuilder,
): void {
  // An object stands once more beside its picture, for older programs.
  const objects = new Set<string>();
  for (const node of descendants(frame, 'a:tbl', 'c:chart', 'cx:chart', 'dgm:relIds', 'p:oleObj')) {
    const { 'r:id': id = '', 'r:dm': diagram = '', progId = 'of unknown kind' } = node.attributes;
    const part = parts.get(id) ?? parts.get(diagram);
    if (node.name === 'a:tbl') writeTable(node, builder);
    else if (node.name === 'p:oleObj') {
      const document = embedded.get(id);
      const place = `${progId} on slide ${builder.page}`;
      if (document === undefined) {
        builder.warn('object_not_read', `An embedded object was not read: ${place}.`);
      } else if (!objects.has(id)) builder.append(document, { below: 1, place });
      objects.add(id);
    } else if (part === undefined) continue;
    else if (node.name === 'dgm:relIds') writeDiagram(part, builder);
    else writeChart(builder, readChart(part));
  }
}

function writeTable(node: XmlNode, builder: DocumentBuilder): void {
  const table = new OpenTable();
  const hasHeader = find(node, 'a:tblPr')?.attributes.firstRow === '1';
  for (const [at, row] of childrenOf(node, 'a:tr').entries()) {
    table.openRow();
    for (const cell of childrenOf(row, 'a:tc')) {
      const { gridSpan, rowSpan, hMerge, vMerge } = cell.attributes;
      if (hMerge === '1' || vMerge === '1') continue;
      table.openCell({
        columns: Number(gridSpan ?? 1),
        rows: Number(rowSpan ?? 1),
        isHeader: hasHeader && at === 0,
      });
      table.cell = readParagraphs(cell, (reason, text) => builder.leaveOut(reason, text)).join(' ');
      table.closeCell();
    }
    table.closeRow();
  }
  const { rows, hasHeader: isMarked } = joinHeaderRows(table.rows);
  builder.table(rows, { hasHeader: isMarked });
}
