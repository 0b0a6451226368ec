import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { indexCodePoints } from '../../code-points.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import type { ParsedDocument } from '../../parsed-document.ts';
import type { FormatInput, FormatParser } from '../format.ts';
import { arrangeLines } from './arrange-lines.ts';
import { findHeadings } from './find-headings.ts';
import { findLineNumbers } from './find-line-numbers.ts';
import { findRunningLines } from './find-running-lines.ts';
import { groupLines, isRow, type LineGroup, startsWithBullet } from './group-lines.ts';
import { type IsOneWord, joinLines, learnWords } from './join-lines.ts';
import { openPdf } from './open-pdf.ts';
import { placeRunningLines } from './place-running-lines.ts';
import { placeWords, type WordBox } from './place-words.ts';
import { readAnnotations } from './read-annotations.ts';
import { readBookmarks } from './read-bookmarks.ts';
import { type PageLine, readPageLines } from './read-page-lines.ts';
import { recognisePages } from './recognise-pages.ts';
import { readReplacements, selectText } from './select-text.ts';
import { TableWriter } from './table-writer.ts';
import { UnmappedFonts } from './unmapped-fonts.ts';

/**
 * Parses the text of every page in the order of its content stream, with pages, headings and
 * tables.
 */
export const parsePdf: FormatParser = async (input) => {
  const { bytes, password, limits } = input;
  const pdf = await openPdf(bytes, password);
  try {
    if (pdf.numPages > limits.maxPages) {
      throw new ParseFailure('too_large', 'The document has more pages than are allowed.');
    }
    const builder = new DocumentBuilder(limits);
    const { pages, commentsOf, numbersOf } = await readPages(pdf, builder, limits.maxTextChars);
    const { words, unread } = await readPictures({ pdf, pages }, builder, input);
    const isOneWord = learnWords(pages);
    const running = findRunningLines(pages);
    const groups = pages.map((lines, at) =>
      groupLines(
        lines.filter((line) => !running.has(line)),
        at + 1,
      ),
    );
    const headings = findHeadings(groups.flat(), await readBookmarks(pdf));
    await readMetadata(pdf, builder);
    await warnOfFiles(pdf, builder);
    const tables = new TableWriter(builder);
    const marginal = pages.map((lines) => lines.filter((line) => running.has(line)));
    for (const [at, parts] of placeRunningLines(groups, marginal, headings).entries()) {
      builder.startPage(at + 1);
      for (const part of parts) {
        if ('lines' in part) {
          writeGroup(builder, part, { headingLevel: headings.get(part), isOneWord, tables });
        } else builder.running(part.text);
      }
      builder.running(numbersOf.get(at + 1) ?? '');
      for (const comment of commentsOf.get(at + 1) ?? []) builder.paragraph(comment);
    }
    if (builder.isEmpty) {
      throw new ParseFailure('no_text', noTextMessage(unread, input.recognise !== undefined), {
        hasUnreadText: unread !== undefined,
      });
    }
    return placeOnPages(builder.finish('application/pdf'), words);
  } finally {
    await pdf.loadingTask.destroy();
  }
};

/** Adds the places of recognised words. */
function placeOnPages(
  document: ParsedDocument,
  words: ReadonlyMap<number, readonly WordBox[]>,
): ParsedDocument {
  if (words.size === 0) return document;
  const points = indexCodePoints(document.text);
  const placed = document.pages.flatMap(({ page, start, end }) => {
    const from = points.toUnits(start);
    const found = placeWords(
      document.text.slice(from, points.toUnits(end)),
      words.get(page) ?? [],
    ).map(({ word: { text: _, ...place }, ...stretch }) => ({
      start: points.fromUnits(from + stretch.start),
      end: points.fromUnits(from + stretch.end),
      ...place,
    }));
    return found.length > 0 ? [{ page, words: found }] : [];
  });
  return { ...document, words: placed };
}

function noTextMessage(unread: string | undefined, recognises: boolean): string {
  if (unread !== undefined) return `The pictures were not read: ${unread}.`;
  return recognises
    ? 'No text was found in the pictures of the document.'
    : 'The document contains only pictures, and text recognition is off.';
}

const unreadReason =
  'the text is faint, or in a script for which Tesseract and its language data must be installed';

/**
 * Maximum characters of a page whose pictures are read: a stamp, or a running head, on a scan. Where
 * there are more, the text of the pictures is usually there too.
 */
const maxTextBesidePictures = 300;

interface ReadPictures {
  /** Recognised words by page number, from 1. */
  readonly words: ReadonlyMap<number, readonly WordBox[]>;
  /** Reason for which pictures were not read. */
  readonly unread: string | undefined;
}

/** Adds the recognised lines of pages that are mainly a picture. */
async function readPictures(
  { pdf, pages }: { readonly pdf: PDFDocumentProxy; readonly pages: PageLine[][] },
  builder: DocumentBuilder,
  { recognise, limits }: FormatInput,
): Promise<ReadPictures> {
  const words = new Map<number, readonly WordBox[]>();
  const candidates = pages.flatMap((lines, at) => {
    const length = lines.reduce((sum, { text }) => sum + text.length, 0);
    return length <= maxTextBesidePictures ? { number: at + 1, hasText: length > 0 } : [];
  });
  if (recognise === undefined || candidates.length === 0) {
    return { words, unread: undefined };
  }
  const recognised = await recognisePages(pdf, candidates, { recognise, limits });
  const { missing, unread } = recognised;
  for (const [number, found] of recognised.pages) {
    const own = pages[number - 1] as PageLine[];
    if (found.lines.length === 0 || isRepeated(found.lines, own)) continue;
    own.push(...found.lines);
    words.set(number, found.words);
  }
  if (words.size > 0) {
    builder.warn('text_recognised', 'Text was recognised in pictures and may contain errors.');
  }
  const warn = warnOfPages(builder);
  warn(missing, 'pages_not_recognised', (pages) => `Pages whose picture was not read: ${pages}`);
  warn(
    unread,
    'script_not_recognised',
    (pages) => `Text was not read on pages ${pages}: ${unreadReason}`,
  );
  const late = missing.length > 0 ? 'the time was over, or they are damaged' : undefined;
  return { words, unread: unread.length > 0 ? unreadReason : late };
}

/** Returns true if most recognised words are on the page as text: under or over its scan. */
function isRepeated(found: readonly PageLine[], own: readonly PageLine[]): boolean {
  const wordsOf = (lines: readonly PageLine[]) => lines.flatMap(({ text }) => text.split(/\s+/));
  const known = new Set(wordsOf(own));
  const words = wordsOf(found);
  return words.filter((word) => known.has(word)).length > words.length / 2;
}

interface ReadPages {
  readonly pages: PageLine[][];
  /** Comments of readers by page number, from 1. */
  readonly commentsOf: ReadonlyMap<number, readonly string[]>;
  /** Line numbers in the margin by page number. */
  readonly numbersOf: ReadonlyMap<number, string>;
}

/** A page that cannot be read stays empty, with a warning, as long as another page can. */
async function readPages(
  pdf: PDFDocumentProxy,
  builder: DocumentBuilder,
  maxTextChars: number,
): Promise<ReadPages> {
  const pages: PageLine[][] = [];
  const fonts = new UnmappedFonts();
  const layers = await pdf.getOptionalContentConfig();
  const isVisible = (layer: object) => layers.isVisible(layer);
  const commentsOf = new Map<number, readonly string[]>();
  const numbersOf = new Map<number, string>();
  const broken: number[] = [];
  const hidden: number[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    try {
      const page = await pdf.getPage(number);
      const { items, styles } = await page.getTextContent({ includeMarkedContent: true });
      const replaced = readReplacements(await page.getStructTree().catch(() => null));
      const selected = selectText(items, { isVisible, replaced });
      if (selected.hasHidden) hidden.push(number);
      const own = fonts.read(selected.items, number);
      const { items: placed, comments, files } = await readAnnotations(page, own, isVisible);
      for (const name of files) warnOfFile(builder, name, ` on page ${number}`);
      const { lines: unnumbered, numbers } = findLineNumbers(readPageLines(placed, styles));
      const lines = arrangeLines(unnumbered);
      if (numbers.length > 0) numbersOf.set(number, numbers.join(' '));
      commentsOf.set(number, comments);
      page.cleanup();
      pages.push(lines);
      for (const line of lines) length += line.text.length;
    } catch {
      broken.push(number);
      pages.push([]);
    }
    if (length > maxTextChars) {
      throw new ParseFailure('too_large', 'The document contains more text than is allowed.');
    }
  }
  if (broken.length === pdf.numPages) {
    throw new ParseFailure('unreadable', 'The file is damaged: none of its pages can be read.');
  }
  const warn = warnOfPages(builder);
  warn(broken, 'pages_unreadable', (list) => `Pages that cannot be read: ${list}`);
  warn(hidden, 'layers_skipped', (list) => `Hidden layers were left out, on pages ${list}`);
  const unmapped = 'Text in fonts without a character map was';
  warn(
    fonts.unreadablePages,
    'text_unreadable',
    (list) => `${unmapped} left out, on pages ${list}`,
  );
  warn(
    fonts.restoredPages,
    'text_restored',
    (list) => `${unmapped} restored and may contain errors, on pages ${list}`,
  );
  return { pages, commentsOf, numbersOf };
}

function warnOfFile(builder: DocumentBuilder, name: string, place = ''): void {
  builder.warn('attachment_skipped', `An attachment was not read${place}: ${name}.`);
}

/** Names the files that are attached to the document, and a form that it cannot show. */
async function warnOfFiles(pdf: PDFDocumentProxy, builder: DocumentBuilder): Promise<void> {
  const files = (await pdf.getAttachments().catch(() => null)) as Attachments | null;
  for (const [key, { filename }] of files ?? []) warnOfFile(builder, filename || key);
  if (pdf.isPureXfa) {
    builder.warn('form_skipped', 'The document is an XFA form, whose fields were not read.');
  }
}

type Attachments = Iterable<[string, { readonly filename?: string }]>;

/** Returns a function that writes a warning with its pages, if there are any. */
function warnOfPages(builder: DocumentBuilder) {
  return (pages: Iterable<number>, code: string, describe: (list: string) => string): void => {
    const all = [...pages].sort((a, b) => a - b);
    const list = all.length > 20 ? `${all.slice(0, 20).join(', ')}, …` : all.join(', ');
    if (all.length > 0) builder.warn(code, `${describe(list)}.`);
  };
}

interface GroupContext {
  readonly headingLevel: number | undefined;
  readonly isOneWord: IsOneWord;
  readonly tables: TableWriter;
}

function writeGroup(
  builder: DocumentBuilder,
  { lines }: LineGroup,
  { headingLevel, isOneWord, tables }: GroupContext,
): void {
  const first = lines[0] as PageLine;
  const rows = lines.filter(isRow).length;
  const isTable = headingLevel === undefined && lines.length > 1 && rows > lines.length / 2;
  if (!isTable) tables.end();
  if (isTable) tables.write(lines);
  else if (headingLevel !== undefined) builder.heading(headingLevel, joinLines(lines, isOneWord));
  else if (lines.length > 1 && first.isMonospaced) builder.verbatim('code', textOf(lines));
  else {
    const kind = startsWithBullet(first.text) ? 'list_item' : 'paragraph';
    builder.verbatim(kind, joinLines(lines, isOneWord));
  }
}

function textOf(lines: readonly PageLine[]): string {
  return lines.map((line) => line.text).join('\n');
}

/** Titles that programs generate. */
const machineTitle =
  /^(?:microsoft (?:word|powerpoint|excel) - .*|untitled.*|.*\.(?:docx?|pptx?|indd|qxd|pdf|tex|dvi|rtf))$/i;

const infoNames: Readonly<Record<string, string>> = {
  author: 'Author',
  subject: 'Subject',
  keywords: 'Keywords',
  language: 'Language',
};
/** Values that programs write where they know none. */
const unknown = /^\(?(?:anonymous|unspecified|unknown)\)?$/i;

async function readMetadata(pdf: PDFDocumentProxy, builder: DocumentBuilder): Promise<void> {
  const found = await pdf.getMetadata().catch(() => undefined);
  const info = (found?.info ?? {}) as Record<string, unknown>;
  const { metadata } = builder;
  const title: unknown = info.Title || found?.metadata?.get('dc:title');
  if (typeof title === 'string' && !machineTitle.test(title.trim())) builder.title = title;
  for (const [name, key] of Object.entries(infoNames)) {
    const value = info[key];
    if (typeof value === 'string' && !unknown.test(value.trim())) metadata[name] = value;
  }
  const created = readDate(info.CreationDate) ?? found?.metadata?.get('xmp:createdate');
  const modified = readDate(info.ModDate) ?? found?.metadata?.get('xmp:modifydate');
  if (typeof created === 'string') metadata.created = created;
  if (typeof modified === 'string') metadata.modified = modified;
  const creators: unknown = found?.metadata?.get('dc:creator');
  if (Array.isArray(creators)) metadata.author ??= creators.join(', ');
}

/** Returns a date of a PDF (`D:20190312113000+02'00'`) in ISO 8601. */
function readDate(value: unknown): string | undefined {
  const form =
    /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})(\d{2})?)?([Z+-])?(?:(\d{2})'?(\d{2})?)?/;
  const [, year, month = '01', day = '01', hour, minute, second = '00', sign, ...offset] =
    form.exec(String(value ?? '')) ?? [];
  if (year === undefined) return undefined;
  if (hour === undefined) return `${year}-${month}-${day}`;
  const [hours, minutes = '00'] = offset;
  const zone = sign === 'Z' || (sign && !hours) ? 'Z' : sign ? `${sign}${hours}:${minutes}` : '';
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
}
