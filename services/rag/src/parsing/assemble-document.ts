import { collapseSpace } from './clean-text.ts';
import { type CodePoints, indexCodePoints } from './code-points.ts';
import { ParseFailure } from './parse-failure.ts';
import type {
  Block,
  BlockKind,
  OutlineEntry,
  Page,
  ParsedDocument,
  ParseWarning,
  TableRows,
} from './parsed-document.ts';
import { parserVersion } from './parser-version.ts';

/** A block as a format parser returns it. Offsets are UTF-16 units. */
export interface DraftBlock {
  readonly kind: BlockKind;
  readonly level?: number;
  readonly start: number;
  readonly end: number;
  /** For headings: the title where it differs from the block's text. */
  readonly title?: string;
  /** Rows of a table; offsets are UTF-16 units. */
  readonly table?: TableRows;
}

/**
 * A document as a format parser returns it. Offsets are UTF-16 units; the text went through
 * `cleanText`.
 */
export interface DraftDocument {
  readonly mimeType: string;
  readonly title?: string | null;
  readonly text: string;
  readonly blocks: readonly DraftBlock[];
  readonly pages?: readonly Page[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly warnings?: readonly ParseWarning[];
}

const maxTitleLength = 300;

/**
 * Trims the blocks, adds each block's page and heading path, and converts offsets to code points.
 * @throws ParseFailure `no_text` for a text without anything but white space.
 */
export function assembleDocument(draft: DraftDocument): ParsedDocument {
  const { text } = draft;
  const points = indexCodePoints(text);
  const pages = draft.pages ?? [];
  const blocks: Block[] = [];
  const outline: OutlineEntry[] = [];
  const above: { level: number; title: string }[] = [];
  let section: string[] = [];
  let pageIndex = 0;

  for (const drafted of draft.blocks) {
    const { start, end } = trimSpan(text, drafted.start, drafted.end);
    if (start >= end) continue;
    while (pageIndex + 1 < pages.length && (pages[pageIndex + 1] as Page).start <= start) {
      pageIndex += 1;
    }
    const page = pages[pageIndex]?.page ?? null;
    const at = points.fromUnits(start);
    if (drafted.kind === 'heading') {
      const level = Math.min(Math.max(drafted.level ?? 1, 1), 6);
      const title = shorten(collapseSpace(drafted.title ?? text.slice(start, end)));
      while (above.length > 0 && (above.at(-1) as { level: number }).level >= level) above.pop();
      section = above.map((heading) => heading.title);
      blocks.push({ kind: 'heading', level, start: at, end: points.fromUnits(end), page, section });
      outline.push({ level, title, start: at, page });
      above.push({ level, title });
      section = [...section, title];
    } else {
      const { kind, level, table } = drafted;
      const place = { start: at, end: points.fromUnits(end), page, section };
      blocks.push({
        kind,
        ...(level !== undefined && { level }),
        ...place,
        ...(table && { table: tableInPoints(table, points) }),
      });
    }
  }
  if (blocks.length === 0) throw new ParseFailure('no_text', 'The document contains no text.');

  return {
    parserVersion,
    mimeType: draft.mimeType,
    title: chooseTitle(draft.title, outline),
    text,
    pages: pages.map((page) => pageInPoints(page, points)),
    blocks,
    outline,
    metadata: cleanMetadata(draft.metadata ?? {}),
    warnings: draft.warnings ?? [],
  };
}

function pageInPoints(page: Page, points: CodePoints): Page {
  return { page: page.page, start: points.fromUnits(page.start), end: points.fromUnits(page.end) };
}

function tableInPoints(table: TableRows, points: CodePoints): TableRows {
  return { ...table, rows: table.rows.map((row) => row.map(points.fromUnits)) };
}

function trimSpan(text: string, from: number, to: number): { start: number; end: number } {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return { start, end };
}

function isSpace(code: number): boolean {
  return (
    code <= 0x20 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

function shorten(title: string): string {
  if (title.length <= maxTitleLength) return title;
  return `${title
    .slice(0, maxTitleLength - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

/** Returns the file's own title, else its first heading if that is above all others. */
function chooseTitle(
  given: string | null | undefined,
  outline: readonly OutlineEntry[],
): string | null {
  const own = collapseSpace((given ?? '').toWellFormed());
  if (own !== '') return shorten(own);
  const [first] = outline;
  if (first === undefined || first.level > 1) return null;
  const isAlone = outline.every((entry, position) => position === 0 || entry.level > first.level);
  return isAlone ? first.title : null;
}

function cleanMetadata(metadata: Readonly<Record<string, string>>): Record<string, string> {
  const cleaned: Record<string, string> = {};
  for (const [name, value] of Object.entries(metadata)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what goes
    const text = collapseSpace(value.replace(/[\u0000-\u001f]+/g, ' ')).toWellFormed();
    if (text === '') continue;
    cleaned[name] = isDate(name) ? formatDate(text) : text.slice(0, 1000).toWellFormed();
  }
  return cleaned;
}

function isDate(name: string): boolean {
  return /^(?:date|created|modified|published|updated|sent)(?:_at)?$/.test(name);
}

const isoDate =
  /^(\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/** Returns a date in ISO 8601, which searches by date need; text without a date as it is. */
function formatDate(text: string): string {
  const iso = isoDate.exec(text);
  if (iso !== null) {
    const [, day = '', time, zone = ''] = iso;
    if (time === undefined) return day;
    const offset = /^(?:z|utc)$/i.test(zone) ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2');
    return `${day}T${time}${offset}`;
  }
  // Without a time of its own a date is a day, in no time zone.
  const hasTime = /\d:\d{2}/.test(text);
  const date = new Date(hasTime ? text : `${text} UTC`);
  if (!/\d{4}/.test(text) || Number.isNaN(date.getTime()))
    return text.slice(0, 1000).toWellFormed();
  return hasTime ? date.toISOString() : date.toISOString().slice(0, 10);
}
