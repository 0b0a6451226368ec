import { type ContentItem, isOnSameLine, isTextItem, sizeOf, type TextItem } from './text-item.ts';

/** Start of marked content; the patch of `pdfjs-dist` adds the layer and the replacement text. */
interface MarkedContent {
  readonly id?: string | null;
  readonly actualText?: string;
  readonly optionalContent?: object | null;
}

interface Replacement {
  readonly text: string;
  readonly depth: number;
  readonly items: TextItem[];
}

export interface SelectedText {
  readonly items: TextItem[];
  /** True if text of a hidden layer was left out. */
  readonly hasHidden: boolean;
}

interface SelectOptions {
  readonly isVisible: (layer: object) => boolean;
  /** Replacement texts by the id of their marked content. */
  readonly replaced?: ReadonlyMap<string, string> | undefined;
}

interface TagNode {
  readonly role?: string;
  readonly alt?: string;
  readonly id?: string;
  readonly children?: readonly TagNode[];
}

/** Returns the replacement texts of tagged spans by marked content; the first has the whole text. */
export function readReplacements(root: object | null): Map<string, string> {
  const replaced = new Map<string, string>();
  const visit = ({ role, alt, id, children = [] }: TagNode, around?: { text: string }): void => {
    const own = role === 'Span' && alt !== undefined ? { text: alt } : around;
    if (id !== undefined && own !== undefined) {
      replaced.set(id, own.text);
      own.text = '';
    }
    for (const child of children) visit(child, own);
  };
  visit((root ?? {}) as TagNode);
  return replaced;
}

/**
 * Returns the text that a reader sees: without hidden layers and text that is printed twice to make
 * it bold, with the replacement text (ActualText) in place of glyphs that say something else.
 */
export function selectText(
  content: readonly ContentItem[],
  { isVisible, replaced }: SelectOptions,
): SelectedText {
  const items: TextItem[] = [];
  const hiddenAt: boolean[] = [];
  let replacement: Replacement | undefined;
  let hasHidden = false;
  for (const item of content) {
    if (!isTextItem(item)) {
      if (item.type === 'endMarkedContent') {
        hiddenAt.pop();
        if (replacement !== undefined && hiddenAt.length < replacement.depth) {
          items.push(...replace(replacement, items.at(-1)));
          replacement = undefined;
        }
        continue;
      }
      const { id, actualText = replaced?.get(id ?? ''), optionalContent } = item as MarkedContent;
      hiddenAt.push(!!optionalContent && !isVisible(optionalContent));
      if (actualText !== undefined && replacement === undefined) {
        replacement = { text: actualText, depth: hiddenAt.length, items: [] };
      }
    } else if (hiddenAt.includes(true)) hasHidden ||= item.str.trim() !== '';
    else (replacement?.items ?? items).push(item);
  }
  items.push(...(replacement?.items ?? []));
  return { items: joinSpacedLetters(dropDoubles(items.map(withLetters))), hasHidden };
}

/** Forms of glyphs: Kangxi radicals, Latin and Hebrew ligatures, joined Arabic letters. */
const glyphForms = /[\u2e80-\u2fdf\ufb00-\ufdff\ufe80-\ufefc]+/g;

/** Writes letters in place of the forms that some fonts name for them. */
function withLetters(item: TextItem): TextItem {
  const str = item.str.replace(glyphForms, (forms) => forms.normalize('NFKC'));
  return str === item.str ? item : { ...item, str };
}

function replace({ text, items }: Replacement, before: TextItem | undefined): TextItem[] {
  const seen = items.filter(({ str }) => str.trim() !== '');
  const [first] = seen;
  const last = seen.at(-1);
  if (squeeze(text) === squeeze(seen.map(({ str }) => str).join(''))) return items;
  if (first === undefined || last === undefined) {
    return before === undefined || text.trim() === ''
      ? items
      : [{ ...before, str: text, width: 0 }];
  }
  const width = isOnSameLine(first, last)
    ? startOf(last) + last.width - startOf(first)
    : first.width;
  const lead = items.slice(0, items.indexOf(first));
  return [...lead, { ...first, str: text, width, hasEOL: last.hasEOL }];
}

function squeeze(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '');
}

function startOf({ transform }: TextItem): number {
  const [a, b, , , x, y] = transform as [number, number, number, number, number, number];
  const turn = Math.atan2(b, a);
  return x * Math.cos(turn) + y * Math.sin(turn);
}

/** Maximum distance between two prints of the same text, in font sizes. */
const doubleReach = 0.12;

/** Returns the items without those that print the same text once more at nearly the same place. */
function dropDoubles(items: readonly TextItem[]): TextItem[] {
  /** Items by text and by squares of the page, so that many equal ones cost no more. */
  const printed = new Map<string, TextItem[]>();
  return items.filter((item) => {
    if (item.str.trim() === '') return true;
    const reach = Math.max(doubleReach * sizeOf(item), 0.01);
    const [column, row] = [4, 5].map((at) => Math.floor(item.transform[at] / reach)) as [
      number,
      number,
    ];
    const key = (across: number, up: number) => `${column + across} ${row + up} ${item.str}`;
    const steps = [-1, 0, 1];
    const near = steps.flatMap((across) =>
      steps.flatMap((up) => printed.get(key(across, up)) ?? []),
    );
    const isDouble = near.some(
      ({ transform }) =>
        Math.abs(transform[4] - item.transform[4]) <= reach &&
        Math.abs(transform[5] - item.transform[5]) <= reach,
    );
    if (!isDouble) printed.set(key(0, 0), [...(printed.get(key(0, 0)) ?? []), item]);
    return !isDouble;
  });
}

const minSpacedLetters = 4;
/** Maximum gap between the letters of a spaced word, in font sizes. */
const maxLetterGap = 1.5;
/** Maximum gap between spaced words, in font sizes. */
const maxSpacedGap = 2.5;
/** Minimum ratio of the gap between spaced words to that between letters. */
const minWordGap = 1.4;

/** Joins letters that are set apart to stand out: `H A R B O U R` becomes `HARBOUR`. */
function joinSpacedLetters(items: readonly TextItem[]): TextItem[] {
  const joined: TextItem[] = [];
  let at = 0;
  while (at < items.length) {
    const end = endOfSpaced(items, at);
    const run = items.slice(at, end);
    if (isSpaced(run)) joined.push(...joinRun(run));
    else joined.push(...items.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return joined;
}

/** Returns the end of consecutive items on a line that are single letters only. */
function endOfSpaced(items: readonly TextItem[], start: number): number {
  const first = items[start] as TextItem;
  let end = start;
  let last: TextItem | undefined;
  for (let at = start; at < items.length; at += 1) {
    const item = items[at] as TextItem;
    if (item.str.trim() === '') {
      if (item.hasEOL) break;
      continue;
    }
    const isNear = last === undefined || gapBetween(last, item) <= 2 * maxLetterGap * sizeOf(first);
    if (!/^\S(?: {1,2}\S)*$/u.test(item.str.trim()) || !isOnSameLine(first, item) || !isNear) break;
    end = at + 1;
    last = item;
    if (item.hasEOL) break;
  }
  return end;
}

function isSpaced(run: readonly TextItem[]): boolean {
  const letters =
    run
      .map(({ str }) => str)
      .join('')
      .match(/\p{L}/gu) ?? [];
  const others =
    run
      .map(({ str }) => str)
      .join('')
      .match(/[^\p{L}\s]/gu) ?? [];
  return letters.length >= minSpacedLetters && letters.length >= others.length;
}

function joinRun(run: readonly TextItem[]): TextItem[] {
  const items = run.filter(({ str }) => str.trim() !== '');
  const all = items.map(({ str }) => str).join('\n');
  // Between letters is one space of the library, between words two: the second is in the file.
  if (/\S \S/.test(all)) {
    // The library ends an item within a word too, where a gap is a little wider.
    const maxGap = minWordGap * findLetterGap(items);
    return joinWords(items, (str) => str.replace(/(\S) (?=\S)/gu, '$1'), maxGap);
  }
  if (/\S {2}\S/.test(all)) {
    // Spaces are written between the letters too; words are separate items.
    if (items.length < 2) return [...run];
    return joinWords(items, (str) => str.replace(/(\S) +(?=\S)/gu, '$1'));
  }
  const gaps = items.slice(1).map((item, at) => gapBetween(items[at] as TextItem, item));
  const letterGap = Math.max(0.01, Math.min(...gaps));
  if (letterGap > maxLetterGap * sizeOf(items[0] as TextItem)) return [...run];
  return joinWords(items, (str) => str, minWordGap * letterGap);
}

/** Mean width of a letter, in font sizes. */
const letterWidth = 0.6;

/** Returns the mean gap between the letters within items. */
function findLetterGap(items: readonly TextItem[]): number {
  let gaps = 0;
  let width = 0;
  for (const item of items) {
    const letters = item.str.replace(/\s/g, '').length;
    if (letters < 2) continue;
    gaps += letters - 1;
    width += item.width - letters * letterWidth * sizeOf(item);
  }
  return gaps === 0 ? 0 : Math.max(0, width / gaps);
}

/** Joins the words of a run, or its letters up to a gap, unless they stand in columns. */
function joinWords(
  items: readonly TextItem[],
  read: (str: string) => string,
  maxGap = 0,
): TextItem[] {
  const joined: TextItem[] = [];
  for (const [at, item] of items.entries()) {
    const last = joined.at(-1);
    const before = items[at - 1];
    const gap = before === undefined ? 0 : gapBetween(before, item);
    const str = read(item.str).trim();
    if (last === undefined || gap > maxSpacedGap * sizeOf(item)) joined.push({ ...item, str });
    else {
      const width = startOf(item) + item.width - startOf(last);
      const space = gap > maxGap ? ' ' : '';
      joined[joined.length - 1] = {
        ...last,
        str: `${last.str}${space}${str}`,
        width,
        hasEOL: item.hasEOL,
      };
    }
  }
  return joined;
}

function gapBetween(one: TextItem, other: TextItem): number {
  return startOf(other) - startOf(one) - one.width;
}
