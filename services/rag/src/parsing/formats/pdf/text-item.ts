import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** An item of a page's text content: text, or the start or end of marked content. */
export type ContentItem = TextContent['items'][number];

/** Text in one font, as a page's content stream contains it. */
export type TextItem = Extract<ContentItem, { str: string }>;
export type TextStyles = TextContent['styles'];

export function isTextItem(item: ContentItem): item is TextItem {
  return 'str' in item;
}

/** Returns true for text that continues the line of the text before it. */
export function isOnSameLine(one: TextItem, other: TextItem): boolean {
  const [a, b, , , x, y] = one.transform as number[];
  const [c, d, , , v, w] = other.transform as number[];
  const turn = Math.atan2(b as number, a as number);
  const rise =
    ((w as number) - (y as number)) * Math.cos(turn) -
    ((v as number) - (x as number)) * Math.sin(turn);
  return (
    Math.abs(turn - Math.atan2(d as number, c as number)) < 0.02 &&
    Math.abs(rise) < 0.1 * sizeOf(one)
  );
}

export function sizeOf({ transform, height }: TextItem): number {
  const [a, b, c, d] = transform as [number, number, number, number];
  return Math.hypot(c, d) || Math.hypot(a, b) || height || 1;
}
