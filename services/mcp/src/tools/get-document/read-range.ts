import { AppError, type DocumentOutline, type DocumentText } from '@lectern/contracts';

/** Code point offsets in a document's parsed text; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The requested part of a document. The first field that is set counts. */
export interface WantedPart {
  readonly page?: number | undefined;
  /** A heading or a part of one. */
  readonly section?: string | undefined;
  readonly start?: number | undefined;
}

/**
 * Returns the range of the requested part.
 * @throws AppError `not_found` if the document has no such page or section.
 */
export function findRange(
  { pages }: DocumentText,
  { outline }: DocumentOutline,
  { page, section, start = 0 }: WantedPart,
): TextRange {
  const end = lengthOf(pages);
  if (page !== undefined) {
    const index = pages.findIndex((candidate) => candidate.page === page);
    const found = pages[index];
    if (!found) throw new AppError('not_found', `The document has no page ${page}.`);
    return { start: found.start, end: pages[index + 1]?.start ?? end };
  }
  if (section !== undefined) return findSection(outline, section, end);
  return { start, end };
}

function findSection(outline: DocumentOutline['outline'], section: string, end: number): TextRange {
  const wanted = section.toLowerCase();
  const exact = outline.findIndex(({ title }) => title.toLowerCase() === wanted);
  const index =
    exact >= 0 ? exact : outline.findIndex(({ title }) => title.toLowerCase().includes(wanted));
  const heading = outline[index];
  if (!heading) throw new AppError('not_found', `The document has no section "${section}".`);
  const next = outline.slice(index + 1).find(({ level }) => level <= heading.level);
  return { start: heading.start, end: next?.start ?? end };
}

/** Returns the text of a range. */
export function readRange({ pages }: DocumentText, { start, end }: TextRange): string {
  return pages
    .map((page) => {
      const characters = Array.from(page.text);
      return characters
        .slice(Math.max(0, start - page.start), Math.max(0, end - page.start))
        .join('');
    })
    .join('');
}

function lengthOf(pages: DocumentText['pages']): number {
  const last = pages.at(-1);
  return last ? last.start + Array.from(last.text).length : 0;
}
