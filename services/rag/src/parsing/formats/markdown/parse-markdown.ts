import { assembleDocument, type DraftBlock } from '../../assemble-document.ts';
import { cleanText } from '../../clean-text.ts';
import { decodeText } from '../../decode-text.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { warningsOfDecoding } from '../../warnings-of-decoding.ts';
import type { FormatParser } from '../format.ts';
import { findMarkdownBlocks } from './find-markdown-blocks.ts';

const frontMatter = /^---[^\S\n]*\n([\s\S]*?\n)(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;
const simpleEntry = /^([A-Za-z][\w-]*):[^\S\n]*["']?([^\n]*?)["']?[^\S\n]*$/gm;

/** Markdown stays as it is written; its blocks are stretches of the source. */
export const parseMarkdown: FormatParser = async ({ bytes, limits }) => {
  const decoded = decodeText(bytes);
  const text = cleanText(decoded.text);
  if (text.length > limits.maxTextChars) {
    throw new ParseFailure('too_large', 'The document holds more text than is allowed.');
  }
  const matter = frontMatter.exec(text);
  const bodyStart = matter?.[0].length ?? 0;
  const { title, ...metadata } = readEntries(matter?.[1] ?? '');
  const head: DraftBlock[] = bodyStart > 0 ? [{ kind: 'code', start: 0, end: bodyStart }] : [];
  return assembleDocument({
    mimeType: 'text/markdown',
    title: title ?? null,
    text,
    blocks: [...head, ...findMarkdownBlocks(text.slice(bodyStart), bodyStart)],
    metadata: { ...metadata, encoding: decoded.encoding },
    warnings: warningsOfDecoding(decoded),
  });
};

function readEntries(matter: string): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const [, name, value] of matter.matchAll(simpleEntry)) {
    if (name !== undefined && value) entries[name.toLowerCase()] = value;
  }
  return entries;
}
