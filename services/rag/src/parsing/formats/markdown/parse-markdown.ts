import type { DraftBlock } from '../../assemble-document.ts';
import { cleanText } from '../../clean-text.ts';
import { DocumentBuilder } from '../../document-builder.ts';
import type { FormatParser } from '../format.ts';
import { findMarkdownBlocks } from './find-markdown-blocks.ts';
import { repeatTableHeaders } from './repeat-table-headers.ts';

/** YAML between lines of `---`, or TOML between lines of `+++`. */
const frontMatter = /^(---|\+\+\+)[^\S\n]*\n([\s\S]*?\n)(?:\1|\.\.\.)[^\S\n]*(?:\n|$)/;
const simpleEntry = /^([A-Za-z][\w-]*)(?::| =)[^\S\n]*["']?([^\n]*?)["']?[^\S\n]*$/gm;

/**
 * Parses Markdown. The text stays as it is, except that each part of a long table repeats the
 * header.
 */
export const parseMarkdown: FormatParser = async ({ bytes, limits }) => {
  const builder = new DocumentBuilder(limits);
  const { text, encoding } = builder.decode(bytes);
  const source = cleanText(text);
  builder.checkLength(source.length);
  const matter = frontMatter.exec(source);
  const bodyStart = matter?.[0].length ?? 0;
  const { title, ...metadata } = readEntries(matter?.[2] ?? '');
  const head: DraftBlock[] = bodyStart > 0 ? [{ kind: 'code', start: 0, end: bodyStart }] : [];
  const body = findMarkdownBlocks(source.slice(bodyStart), bodyStart);
  const written = repeatTableHeaders(source, [...head, ...body]);
  builder.source(written.text, () => written.blocks);
  builder.title = title ?? null;
  Object.assign(builder.metadata, metadata, { encoding });
  return builder.finish('text/markdown');
};

function readEntries(matter: string): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const [, name, value] of matter.matchAll(simpleEntry)) {
    if (name !== undefined && value) entries[name.toLowerCase()] = value;
  }
  return entries;
}
