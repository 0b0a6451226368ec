import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** Text in one font, as a page's content stream contains it. */
export type TextItem = Extract<TextContent['items'][number], { str: string }>;
export type TextStyles = TextContent['styles'];

export function isTextItem(item: TextContent['items'][number]): item is TextItem {
  return 'str' in item;
}
