import type { ReportLeftOut } from '../../inline/inline-builder.ts';
import { writeInline } from '../../inline/write-inline.ts';
import {
  childrenOf,
  descendants,
  find,
  readXmlTree,
  textOf,
  type XmlNode,
} from '../../xml-tree.ts';
import type { ZipArchive } from '../../zip-archive.ts';
import { type Chart, readChart } from '../chart.ts';
import { readParagraphs } from '../drawing-text.ts';
import { type Relation, readRelations } from '../read-relations.ts';
import { decodeEscapes } from './rich-text.ts';

interface SheetObjects {
  readonly notes: { cell: string; text: string }[];
  readonly texts: string[];
  readonly charts: Chart[];
}

/** Reads what stands over the cells of a sheet: notes, text boxes, controls, charts, pictures. */
export async function readObjects(
  zip: ZipArchive,
  relations: readonly Relation[],
  report: ReportLeftOut,
): Promise<SheetObjects> {
  const objects: SheetObjects = { notes: [], texts: [], charts: [] };
  const threaded = new Set<string>();
  for (const wanted of ['threadedComment', 'comments', 'drawing', 'ctrlProp', 'vmlDrawing']) {
    for (const { type, target } of relations) {
      const part = type === wanted ? await zip.read(target) : undefined;
      if (part === undefined) continue;
      const root = readXmlTree(part);
      if (type === 'drawing') await readDrawing(zip, target, { root, objects, report });
      else if (type === 'ctrlProp') readControl(root, objects);
      else if (type === 'vmlDrawing') readOldShapes(part, objects);
      else readNotes(root, objects, threaded);
    }
  }
  return objects;
}

/** Reads old notes and threads; a thread comes with an old note that only announces it. */
function readNotes(root: XmlNode, { notes }: SheetObjects, threaded: Set<string>): void {
  for (const node of descendants(root, 'comment', 'threadedComment')) {
    const cell = node.attributes.ref ?? '';
    if (node.name === 'threadedComment') threaded.add(cell);
    else if (threaded.has(cell)) continue;
    const pieces = [...descendants(node, 't')];
    const text = pieces.length > 0 ? pieces.map(textOf).join('') : textOf(find(node, 'text'));
    if (text.trim() !== '') notes.push({ cell, text: decodeEscapes(text.trim()) });
  }
}

async function readDrawing(
  zip: ZipArchive,
  name: string,
  { root, objects, report }: { root: XmlNode; objects: SheetObjects; report: ReportLeftOut },
): Promise<void> {
  const targets = new Map(
    (await readRelations(zip, name)).map(({ id, target }) => [id, target] as const),
  );
  for (const { children } of descendants(root, 'mc:AlternateContent')) children.splice(1);
  for (const node of descendants(root, 'xdr:txBody', 'xdr:pic', 'c:chart', 'cx:chart')) {
    if (node.name === 'xdr:txBody') objects.texts.push(...readParagraphs(node, report));
    else if (node.name === 'xdr:pic') {
      const description = find(node, 'xdr:nvPicPr', 'xdr:cNvPr')?.attributes.descr ?? '';
      objects.texts.push(writeInline([{ kind: 'picture', description }]));
    } else {
      const part = await zip.read(targets.get(node.attributes['r:id'] ?? '') ?? '');
      if (part !== undefined) objects.charts.push(readChart(part));
    }
  }
  const { texts } = objects;
  texts.splice(0, texts.length, ...texts.filter((text) => text.trim() !== ''));
}

/** Reads a control that stands over the cells: a box or a list with its choice. */
function readControl(root: XmlNode, { texts }: SheetObjects): void {
  const control = childrenOf(root)[0]?.attributes ?? {};
  if (/^(?:CheckBox|Radio)$/.test(control.objectType ?? '')) {
    const isTicked = control.checked === 'Checked';
    texts.push(
      `${writeInline([{ kind: 'check_box', isTicked }])} ${control.fmlaLink ?? ''}`.trim(),
    );
  }
}

/** Reads the captions of old shapes and controls; newer files have them in a drawing too. */
function readOldShapes(part: Buffer, { texts }: SheetObjects): void {
  const root = readXmlTree(Buffer.from(part.toString().replace(/<br\b[^>]*>|<\/div>/gi, ' $&')));
  for (const shape of descendants(root, 'v:shape', 'v:rect', 'v:oval', 'v:roundrect')) {
    const data = find(shape, 'x:ClientData');
    const kind = data?.attributes.ObjectType ?? '';
    const caption = textOf(find(shape, 'v:textbox')).replace(/\s+/g, ' ').trim();
    if (kind === 'Note' || caption === '' || texts.some((text) => text.includes(caption))) continue;
    const isTicked = textOf(find(data, 'x:Checked')).trim() === '1';
    const box = /^(?:Checkbox|Radio)$/.test(kind) ? [{ kind: 'check_box', isTicked } as const] : [];
    texts.push(`${writeInline(box)} ${caption}`.trim());
  }
}
