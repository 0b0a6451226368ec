import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** An entry of the file's table of contents. */
export interface BookmarkedPage {
  readonly title: string;
  /** Level, from 1. */
  readonly level: number;
  /** Page number, from 1. */
  readonly page: number;
}

type Entry = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

const maxBookmarks = 3000;

/** Returns the bookmarks with a known page, in order; none where they are damaged. */
export async function readBookmarks(pdf: PDFDocumentProxy): Promise<BookmarkedPage[]> {
  const bookmarks: BookmarkedPage[] = [];
  const open = ((await pdf.getOutline().catch(() => null)) ?? [])
    .map((entry: Entry) => ({ entry, level: 1 }))
    .reverse();
  let seen = 0;
  for (let next = open.pop(); next !== undefined && seen < maxBookmarks; next = open.pop()) {
    seen += 1;
    const { entry, level } = next;
    const page = await findPage(pdf, entry.dest);
    if (page !== undefined) bookmarks.push({ title: entry.title, level, page });
    for (const child of [...entry.items].reverse()) open.push({ entry: child, level: level + 1 });
  }
  return bookmarks;
}

async function findPage(pdf: PDFDocumentProxy, dest: Entry['dest']): Promise<number | undefined> {
  try {
    const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const target: unknown = explicit?.[0];
    if (typeof target === 'number') return target + 1;
    if (typeof target !== 'object' || target === null) return undefined;
    return (await pdf.getPageIndex(target as { num: number; gen: number })) + 1;
  } catch {
    return undefined;
  }
}
