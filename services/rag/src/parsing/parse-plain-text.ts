import { assembleDocument, type DraftBlock } from './assemble-document.ts';
import { cleanText } from './clean-text.ts';
import type { ParsedDocument } from './parsed-document.ts';

export interface PlainTextOptions {
  readonly title?: string | null;
  /** Default `text/plain`. */
  readonly mimeType?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * Parses decoded text in this process: blank lines separate paragraphs, a line underlined by `===`
 * or `---` is a heading. The text stays as it is, except for line ends and control characters.
 * @throws ParseFailure `no_text` for a blank text.
 */
export function parsePlainText(text: string, options: PlainTextOptions = {}): ParsedDocument {
  const cleaned = cleanText(text);
  return assembleDocument({
    mimeType: options.mimeType ?? 'text/plain',
    title: options.title ?? null,
    text: cleaned,
    blocks: findParagraphs(cleaned),
    metadata: options.metadata ?? {},
  });
}

const blankLines = /\n[^\S\n]*(?:\n[^\S\n]*)+/g;
const underlined = /^[^\S\n]*(\S[^\n]*)\n[^\S\n]*(={3,}|-{3,})[^\S\n]*(?:\n|$)/;

function findParagraphs(text: string): DraftBlock[] {
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
