import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { writeInline } from '../../inline/write-inline.ts';
import { sizeOf, type TextItem } from './text-item.ts';

/** An annotation as `pdfjs-dist` describes it; only the members that are used here. */
interface Annotation {
  readonly subtype: string;
  readonly rect: readonly [left: number, bottom: number, right: number, top: number];
  readonly hidden?: boolean;
  readonly noView?: boolean;
  /** Layer that shows the annotation. */
  readonly oc?: object | null;
  readonly contentsObj?: { readonly str: string };
  readonly titleObj?: { readonly str: string };
  readonly popupRef?: string | null;
  readonly inReplyTo?: string | null;
  /** Address of a link to another document. */
  readonly url?: string;
  readonly file?: { readonly filename: string };
  /** Fields of forms: Tx (text), Ch (choice), Btn (button), Sig (signature). */
  readonly fieldType?: string | null;
  readonly fieldName?: string;
  readonly alternativeText?: string;
  readonly fieldValue?: string | readonly string[] | null;
  readonly password?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string | null;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
}

export interface PageAnnotations {
  /** The text of the page with the values of its form, targets of links and texts put on it. */
  readonly items: TextItem[];
  /** Comments of readers, each with its author. */
  readonly comments: readonly string[];
  /** Names of files that are attached to a place of the page. */
  readonly files: readonly string[];
}

/** Puts the values of a form beside their labels; returns the other annotations apart. */
export async function readAnnotations(
  page: PDFPageProxy,
  items: readonly TextItem[],
  isVisible: (layer: object) => boolean,
): Promise<PageAnnotations> {
  const annotations = (await page.getAnnotations()) as readonly Annotation[];
  const placed: TextItem[] = [...items];
  const comments: string[] = [];
  const files: string[] = [];
  const links: Annotation[][] = [];
  for (const annotation of annotations) {
    if (annotation.hidden || annotation.noView) continue;
    if (annotation.oc && !isVisible(annotation.oc)) continue;
    if (annotation.file !== undefined) files.push(annotation.file.filename);
    const text = annotation.contentsObj?.str.trim() ?? '';
    if (annotation.subtype === 'Widget') placeField(placed, annotation);
    else if (annotation.subtype === 'FreeText') placeLines(placed, text, annotation);
    else if (annotation.subtype === 'Link') {
      const last = links.at(-1);
      if (annotation.url === undefined) continue;
      if (last?.[0]?.url === annotation.url) last.push(annotation);
      else links.push([annotation]);
    } else if (text !== '' && annotation.subtype !== 'Popup') {
      const author = annotation.titleObj?.str.trim();
      comments.push(`[comment${author ? ` by ${author}` : ''}: ${text}]`);
    }
  }
  return { items: placeTargets(placed, links), comments, files };
}

interface Target {
  /** The last text of the link, and its end there. */
  readonly item: TextItem;
  readonly end: number;
  readonly shown: string;
}

/** Puts the targets of links behind their texts. */
function placeTargets(items: readonly TextItem[], links: readonly Annotation[][]): TextItem[] {
  const texts = new Map<TextItem, string>();
  const targets = links.flatMap((lines) => findTarget(items, lines));
  for (const { item, end, shown } of targets.toSorted((a, b) => b.end - a.end)) {
    const text = texts.get(item) ?? item.str;
    texts.set(item, `${text.slice(0, end)}${shown}${text.slice(end)}`);
  }
  return items.map((item) => (texts.has(item) ? { ...item, str: texts.get(item) ?? '' } : item));
}

/** Returns the target of a link, of which each line is an annotation, unless its text shows it. */
function findTarget(items: readonly TextItem[], lines: readonly Annotation[]): Target[] {
  let text = '';
  let last: { readonly item: TextItem; readonly end: number } | undefined;
  for (const line of lines) {
    const [left, , right] = line.rect;
    for (const item of items) {
      const [, , , , x] = item.transform;
      if (x + item.width <= left || x >= right || item.width <= 0) continue;
      if (item.str.trim() === '' || !isBeside(item, line)) continue;
      const start = findWordEnd(item.str, (left - x) / item.width);
      const end = findWordEnd(item.str, (right - x) / item.width);
      if (end <= start) continue;
      text += item.str.slice(start, end);
      last = { item, end };
    }
  }
  if (last === undefined) return [];
  const target = lines[0]?.url ?? '';
  const content = text.trim();
  const shown = writeInline([{ kind: 'link', content: [content], target }]).slice(content.length);
  return [{ ...last, shown }];
}

/** Returns the end of a word that is nearest to a place, from 0 to 1, in a text. */
function findWordEnd(text: string, place: number): number {
  const width = estimateWidth(text);
  const ends = [...text.matchAll(/[\p{L}\p{N}](?=[^\p{L}\p{N}\s]*(?:\s|$))/gu)].map(
    ({ index, 0: sign }) => index + sign.length,
  );
  const distance = (end: number) => Math.abs(estimateWidth(text.slice(0, end)) - place * width);
  return [0, ...ends, text.length].reduce((best, end) =>
    distance(end) < distance(best) ? end : best,
  );
}

/** Returns about the width of a text in a usual typeface, in thousandths of the font size. */
function estimateWidth(text: string): number {
  let width = 0;
  for (const sign of text) {
    if (/[ijltfrI.,:;'’|!()[\]/\s-]/.test(sign)) width += 290;
    else if (/[mwMW@%—]/.test(sign)) width += 850;
    else width += /\p{Lu}/u.test(sign) ? 690 : 540;
  }
  return width;
}

function placeField(items: TextItem[], field: Annotation): void {
  const value = readValue(field);
  if (value === undefined || value === '') return;
  const label = findLabel(items, field);
  const name = field.alternativeText || field.fieldName || '';
  const isTick = field.checkBox || field.radioButton;
  const choice = isTick && field.radioButton ? field.buttonValue : undefined;
  const hasChoice =
    choice && !items.some((item) => isBeside(item, field) && item.str.includes(choice));
  const text = hasChoice ? `${value} ${choice}` : value;
  const isNamed = label !== undefined || (isTick && items.some((item) => isBeside(item, field)));
  placeLines(items, isNamed || name === '' ? text : `${name}: ${text}`, field);
}

/** Returns the value as a reader sees it; undefined for what is no value, such as a push button. */
function readValue(field: Annotation): string | undefined {
  const { fieldType, fieldValue, options = [] } = field;
  if (field.password) return undefined;
  if (field.checkBox) return isOn(fieldValue, field.exportValue) ? '☒' : '☐';
  if (field.radioButton) return isOn(fieldValue, field.buttonValue) ? '☒' : '☐';
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return undefined;
  return [fieldValue ?? []]
    .flat()
    .map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
    .join(', ')
    .trim();
}

function isOn(value: Annotation['fieldValue'], own: string | null | undefined): boolean {
  return typeof value === 'string' && value !== 'Off' && value === own;
}

/** Inserts text at the place of an annotation: behind the text to its left, else in reading order. */
function placeLines(items: TextItem[], text: string, annotation: Annotation): void {
  if (text === '') return;
  const [left, bottom, right, top] = annotation.rect;
  const lines = text.split(/\r\n?|\n/);
  const label = findLabel(items, annotation);
  const size = label
    ? sizeOf(label)
    : Math.min(Math.max((top - bottom) / lines.length / 1.3, 6), 12);
  const first = label && lines.length === 1 ? label.transform[5] : top - size;
  const at = label ? items.indexOf(label) + 1 : findPlace(items, first);
  const made = lines.map(
    (str, line): TextItem => ({
      str,
      dir: 'ltr',
      width: Math.min(right - left, 0.5 * size * str.length),
      height: size,
      transform: [size, 0, 0, size, left, first - 1.2 * size * line],
      fontName: label?.fontName ?? '',
      hasEOL: line + 1 < lines.length,
    }),
  );
  if (label?.hasEOL) {
    items[at - 1] = { ...label, hasEOL: false };
    made.push({ ...(made.at(-1) as TextItem), str: '', hasEOL: true });
  }
  items.splice(at, 0, ...made);
}

/** Returns the nearest text to the left of an annotation on the same line. */
function findLabel(items: readonly TextItem[], annotation: Annotation): TextItem | undefined {
  const [left] = annotation.rect;
  let nearest: TextItem | undefined;
  for (const item of items) {
    const isBefore = item.transform[4] + item.width <= left + sizeOf(item);
    if (item.str.trim() === '' || !isBefore || !isBeside(item, annotation)) continue;
    const end = (one: TextItem) => one.transform[4] + one.width;
    if (nearest === undefined || end(item) >= end(nearest)) nearest = item;
  }
  return nearest;
}

/** Returns true for upright text at the height of an annotation. */
function isBeside({ transform }: TextItem, { rect }: Annotation): boolean {
  const [, bottom, , top] = rect;
  const [, slope, , , , y] = transform;
  return slope === 0 && y >= bottom - 4 && y <= top;
}

/** Returns the index of the first text below a height. */
function findPlace(items: readonly TextItem[], height: number): number {
  const below = items.findIndex(({ str, transform }) => str.trim() !== '' && transform[5] < height);
  return below === -1 ? items.length : below;
}
