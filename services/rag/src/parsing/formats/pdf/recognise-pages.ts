import { cpuUsage } from 'node:process';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ParseFailure } from '../../parse-failure.ts';
import type { ParseLimits } from '../../parse-limits.ts';
import { findDirection } from '../../recognition/find-direction.ts';
import type {
  RecognisedLine,
  RecognisedText,
  RecogniseText,
} from '../../recognition/recognise-text.ts';
import { arrangeLines } from './arrange-lines.ts';
import type { WordBox } from './place-words.ts';
import { type PageLine, readPageLines } from './read-page-lines.ts';
import { type PagePicture, readPagePicture } from './read-page-picture.ts';
import type { TextItem } from './text-item.ts';

export interface RecognisedPage {
  readonly lines: readonly PageLine[];
  readonly words: readonly WordBox[];
}

export interface RecognisedPages {
  /** By page number, from 1. */
  readonly pages: ReadonlyMap<number, RecognisedPage>;
  /** Pages that were not reached in time, or whose picture cannot be read. */
  readonly missing: readonly number[];
  /** Pages with text in a script that was not read. */
  readonly unread: readonly number[];
}

/** Maximum shares of the file's time: by the clock, and of this process, which prepares the pictures. */
const clockShare = 0.75;
const workShare = 0.6;
/** Maximum share of a page's text, by length, that may stay unread without a warning. */
const maxUnreadShare = 0.2;

/** Minimum share of a page with text that its pictures cover if they are read. */
const minCoverage = 0.5;

/** A page with no or little text. */
export interface PicturePage {
  readonly number: number;
  readonly hasText: boolean;
}

/** Recognises the pictures of pages until the time is used up. */
export async function recognisePages(
  pdf: PDFDocumentProxy,
  pages: readonly PicturePage[],
  { recognise, limits }: { readonly recognise: RecogniseText; readonly limits: ParseLimits },
): Promise<RecognisedPages> {
  const startedAt = cpuUsage();
  const workedMs = () => {
    const { user, system } = cpuUsage(startedAt);
    return (user + system) / 1000;
  };
  const endsAt = performance.now() + limits.clockMs * clockShare;
  const recognised = new Map<number, RecognisedPage>();
  const missing: number[] = [];
  const unread: number[] = [];
  for (const { number, hasText } of pages) {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0 || workedMs() > limits.timeMs * workShare) {
      missing.push(number);
      continue;
    }
    try {
      const page = await pdf.getPage(number);
      const picture = await readPagePicture(page);
      if (picture === undefined || (hasText && picture.coverage < minCoverage)) continue;
      const text = await recognise(picture.raster, leftMs);
      recognised.set(number, layOut(text, page, picture));
      if (text.unreadShare > maxUnreadShare) unread.push(number);
      page.cleanup();
    } catch (error) {
      if (error instanceof ParseFailure) throw error;
      missing.push(number);
    }
  }
  return { pages: recognised, missing, unread };
}

/** Height of a line's box in font sizes. */
const boxHeight = 1.35;
/** Sizes that differ by less are the same: a box is as high as the letters of its line. */
const sizeTolerance = 0.25;

/** Returns recognised lines in reading order, as if they were set on the page. */
function layOut(
  { lines }: RecognisedText,
  page: PDFPageProxy,
  { scale, raster }: PagePicture,
): RecognisedPage {
  const along = findDirection(lines);
  const straight = lines.filter(({ box }) => box.along.x * along.x + box.along.y * along.y > 0.9);
  const sizes = straight.map(({ box }) => box.height / boxHeight / scale).sort((a, b) => a - b);
  const usual = sizes[sizes.length >> 1] ?? 1;
  const place = (line: RecognisedLine) => {
    const { center, height, width } = line.box;
    const own = height / boxHeight / scale;
    return {
      line,
      from: (center.x * along.x + center.y * along.y - width / 2) / scale,
      down: (center.y * along.x - center.x * along.y) / scale,
      size: Math.abs(own / usual - 1) < sizeTolerance ? usual : own,
    };
  };
  const { height } = page.getViewport({ scale: 1 });
  const rows: ReturnType<typeof place>[][] = [];
  for (const placed of straight.map(place).sort((a, b) => a.down - b.down)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && placed.down - first.down < 0.5 * Math.min(placed.size, first.size)) {
      row.push(placed);
    } else rows.push([placed]);
  }
  const items = rows.flatMap((row) => {
    // A row has one base line, however the boxes of its cells differ.
    const [{ down }] = row as [ReturnType<typeof place>];
    const words = row
      .toSorted((a, b) => a.from - b.from)
      .flatMap(({ line, from, size }) => toItems(line, { from, size, base: height - down, scale }));
    return words.map((item, at) => ({ ...item, hasEOL: at === words.length - 1 }));
  });
  const turned = lines.filter((line) => !straight.includes(line)).map(place);
  const margin = turned.flatMap(({ line, from, size, down }) =>
    toItems(line, { from, size, base: height - down, scale }),
  );
  const last = margin.map((item) => ({ ...item, hasEOL: true }));
  const inOrder = rows.flatMap((row) => row.toSorted((a, b) => a.from - b.from));
  return {
    lines: [...arrangeLines(readPageLines(items, {})), ...readPageLines(last, {})],
    words: [...inOrder, ...turned].flatMap(({ line }) => placeOnPage(line, raster.width)),
  };
}

/** Share of a letter by which it is wider, on both sides, than the place where it was recognised. */
const letterOverhang = 0.4;

/** Returns the places of a line's words on the page as it is shown. */
function placeOnPage({ box, words }: RecognisedLine, pageWidth: number): WordBox[] {
  const { center, along, width, height } = box;
  const unit = 10_000 / pageWidth;
  const letters = words.reduce((sum, { text }) => sum + text.length, words.length - 1);
  const overhang = letterOverhang / letters;
  return words.map(({ text, ...place }) => {
    const from = Math.max(0, place.from - overhang);
    const to = Math.min(1, place.to + overhang);
    const [right, up] = [(from - 0.5) * width, height / 2];
    return {
      text,
      left: Math.round((center.x + right * along.x + up * along.y) * unit),
      top: Math.round((center.y + right * along.y - up * along.x) * unit),
      width: Math.round((to - from) * width * unit),
      height: Math.round(height * unit),
      angle: Math.round((Math.atan2(along.y, along.x) * 1800) / Math.PI) / 10,
    };
  });
}

interface ItemPlace {
  readonly from: number;
  readonly base: number;
  readonly size: number;
  readonly scale: number;
}

function toItems(
  { box, words }: RecognisedLine,
  { from, base, size, scale }: ItemPlace,
): TextItem[] {
  const width = box.width / scale;
  return words.flatMap((word, at) => {
    const item = (str: string, left: number, right: number): TextItem => ({
      str,
      dir: 'ltr',
      transform: [size, 0, 0, size, from + left * width, base],
      width: (right - left) * width,
      height: size,
      fontName: 'recognised',
      hasEOL: false,
    });
    const space = at === 0 ? [] : [item(' ', word.from, word.from)];
    return [...space, item(word.text, word.from, word.to)];
  });
}
