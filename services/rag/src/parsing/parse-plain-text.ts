import { assembleDocument, type DraftBlock } from './assemble-document.ts';
import { cleanText } from './clean-text.ts';
import type { ParsedDocument } from './parsed-document.ts';

/**
 * Parses decoded text in this process. The text stays as it is, except for line ends and control
 * characters.
 * @throws ParseFailure `no_text` for a blank text.
 */
export function parsePlainText(
  text: string,
  { title = null }: { readonly title?: string | null } = {},
): ParsedDocument {
  const cleaned = cleanText(text);
  return assembleDocument({
    mimeType: 'text/plain',
    title,
    text: cleaned,
    blocks: findParagraphs(cleaned),
  });
}

const blankLines = /\n[^\S\n]*(?:\n[^\S\n]*)+/g;
const underlined = /^[^\S\n]*(\S[^\n]*)\n[^\S\n]*(={3,}|-{3,})[^\S\n]*(?:\n|$)/;

/** Blank lines separate paragraphs; a line underlined by `===` or `---` is a heading. */
export function findParagraphs(text: string): DraftBlock[] {
  const blocks: DraftBlock[] = [];
  const add = (from: number, to: number) => {
    let start = from;
    const heading = underlined.exec(text.slice(from, Math.min(to, from + 1000)));
    if (heading !== null) {
      start = from + heading[0].length;
      const level = heading[2]?.startsWith('=') ? 1 : 2;
      blocks.push({ kind: 'heading', level, start: from, end: start, title: heading[1] as string });
    }
    if (start < to) blocks.push({ kind: 'paragraph', start, end: to });
  };
  let start = 0;
  for (const gap of text.matchAll(blankLines)) {
    add(start, gap.index);
    start = gap.index + gap[0].length;
  }
  add(start, text.length);
  return blocks;
}
