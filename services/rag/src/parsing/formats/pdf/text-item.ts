import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** A stretch of text in one font, as it stands in the content stream of a page. */
export type TextItem = Extract<TextContent['items'][number], { str: string }>;
export type TextStyles = TextContent['styles'];

export function isTextItem(item: TextContent['items'][number]): item is TextItem {
  return 'str' in item;
}
