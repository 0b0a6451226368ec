import type { PageLine } from './read-page-lines.ts';

/** Lines of a page that belong together, in reading order. */
export interface LineGroup {
  readonly lines: readonly PageLine[];
  readonly page: number;
  readonly text: string;
}

const bullet = /^(?:\[note \S+\]|[•‣▪▫◦●○■□☐☑☒–—∙·*\uf000-\uf0ff-]|\(?(?:\d{1,3}|[a-z])[.)])\s/u;
const endsSentence = /[.!?:;。！？]["”»)\]]?$/;

/** Returns true if a line has gaps as between the columns of a table. */
export function isRow({ cells }: PageLine): boolean {
  return cells.length > 1;
}

export function startsWithBullet(text: string): boolean {
  return bullet.test(text);
}

/** Groups the lines of a page into paragraphs, list items, headings and tables. */
export function groupLines(lines: readonly PageLine[], page: number): LineGroup[] {
  const groups: LineGroup[] = [];
  let group: PageLine[] = [];
  for (const line of lines) {
    if (group.length > 0 && !continues(group, line)) {
      groups.push(toGroup(group, page));
      group = [];
    }
    group.push(line);
  }
  if (group.length > 0) groups.push(toGroup(group, page));
  return groups;
}

function toGroup(lines: readonly PageLine[], page: number): LineGroup {
  return { lines, page, text: lines.map(({ text }) => text).join(' ') };
}

function continues(group: readonly PageLine[], line: PageLine): boolean {
  const first = group[0] as PageLine;
  const last = group.at(-1) as PageLine;
  if (line.angle !== last.angle || line.isMonospaced !== last.isMonospaced) return false;
  const size = Math.max(line.size, last.size);
  const step = last.height - line.height;
  if (step <= 0 || line.from > last.to || line.to < first.from) return false;
  if (areRowsOfOneTable(last, line)) return step < maxRowSteps * size;
  if (runsOn(last, line)) return step < 2 * size;
  if (Math.min(line.size, last.size) < 0.87 * size) return false;
  if (step > widestStep(group, size)) return false;
  if (line.isMonospaced) return true;
  if (isRow(line) && isRow(last)) return true;
  return !startsParagraph(group, line, size);
}

const maxRowSteps = 5;
/** Maximum offset, in points, between the starts or ends of a column's cells. */
const columnReach = 6;

/** Returns true if most cells of two rows start or end at the same place. */
export function areRowsOfOneTable(above: PageLine, below: PageLine): boolean {
  if (!isRow(above) || !isRow(below)) return false;
  const aligned = below.cells.filter(({ from, to }) =>
    above.cells.some(
      (cell) => Math.abs(cell.from - from) <= columnReach || Math.abs(cell.to - to) <= columnReach,
    ),
  );
  return aligned.length * 2 > Math.min(above.cells.length, below.cells.length);
}

/** Returns true if a sentence continues, even in larger type. */
function runsOn(last: PageLine, line: PageLine): boolean {
  if (isRow(last) || isRow(line) || Math.min(last.size, line.size) < 0.6 * last.size) return false;
  return /^\p{Ll}/u.test(line.text) && /[\p{Ll},-]$/u.test(last.text);
}

/** Returns the maximum distance between base lines within a paragraph. */
function widestStep(group: readonly PageLine[], size: number): number {
  if (group.length < 2) return 1.8 * size;
  const [first, second] = group as [PageLine, PageLine];
  return Math.min(2.5 * size, 1.25 * (first.height - second.height));
}

function startsParagraph(group: readonly PageLine[], line: PageLine, size: number): boolean {
  if (bullet.test(line.text)) return true;
  const first = group[0] as PageLine;
  const last = group.at(-1) as PageLine;
  const right = Math.max(...group.map((member) => member.to), line.to);
  const width = right - Math.min(first.from, line.from);
  const lastIsShort = last.to < right - 0.2 * width;
  const isIndented = line.from > last.from + 0.8 * size && line.from < last.from + 5 * size;
  const isFullLast = last.to > right - 0.05 * width;
  if (lastIsShort && endsSentence.test(last.text) && /^[^\p{Ll}]/u.test(line.text)) return true;
  if (isIndented && group.length > 1) return endsSentence.test(last.text) || !isFullLast;
  return false;
}
