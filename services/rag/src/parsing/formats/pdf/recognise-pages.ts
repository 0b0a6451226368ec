import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { RecogniseText } from '../../recognition/recognise-text.ts';
import { readPagePicture } from './read-page-picture.ts';

export interface RecognisedPages {
  /** Texts by page number, from 1. */
  readonly texts: ReadonlyMap<number, string>;
  /** Pages that were not reached in time, or whose picture cannot be read. */
  readonly missing: readonly number[];
}

/** Recognises the pictures of pages without text until the time is used up. */
export async function recognisePages(
  pdf: PDFDocumentProxy,
  pages: readonly number[],
  { recognise, timeMs }: { readonly recognise: RecogniseText; readonly timeMs: number },
): Promise<RecognisedPages> {
  const endsAt = performance.now() + timeMs;
  const texts = new Map<number, string>();
  const missing: number[] = [];
  for (const number of pages) {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) {
      missing.push(number);
      continue;
    }
    try {
      const page = await pdf.getPage(number);
      const picture = await readPagePicture(page);
      page.cleanup();
      const text = picture ? await recognise(picture, leftMs) : '';
      if (text !== '') texts.set(number, text);
    } catch {
      missing.push(number);
    }
  }
  return { texts, missing };
}
