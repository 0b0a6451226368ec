import { Parser } from 'htmlparser2';
import type { DocumentBuilder } from '../../document-builder.ts';
import { droppedElements, noiseElements, noiseRoles } from './html-elements.ts';
import { HtmlWriter } from './html-writer.ts';

export interface ReadHtmlOptions {
  /** Position of the only element to read, among all elements; undefined for the whole page. */
  readonly main: number | undefined;
  /** True to leave out menus, banners and the like. */
  readonly dropNoise: boolean;
}

/** Metadata fields by the name of their `<meta>` element. */
const metadataNames: Record<string, string> = {
  author: 'author',
  'dc.creator': 'author',
  'article:published_time': 'created',
  date: 'created',
  'dc.date': 'created',
  description: 'description',
  keywords: 'keywords',
};

/** Writes the text of a page, its title and its metadata. Deep nesting needs no stack. */
export function readHtml(html: string, builder: DocumentBuilder, options: ReadHtmlOptions): void {
  const writer = new HtmlWriter(builder);
  let position = -1;
  let depth = 0;
  let skippedFrom = 0;
  let mainFrom = options.main === undefined ? -1 : 0;
  let articles = 0;
  let title: string | undefined;
  let inHead = false;

  const parser = new Parser({
    onopentag(name, attributes) {
      position += 1;
      depth += 1;
      if (name === 'html' && attributes.lang) builder.metadata.language = attributes.lang;
      if (name === 'meta') readMeta(builder, attributes);
      if (name === 'head') inHead = true;
      if (name === 'body') inHead = false;
      if (name === 'title' && title === undefined && (inHead || depth < 4)) title = '';
      if (position === options.main) mainFrom = depth;
      if (name === 'article') articles += 1;
      if (skippedFrom > 0) return;
      const inContent = articles > 0 || mainFrom > 0;
      if (droppedElements.has(name)) skippedFrom = depth;
      else if (options.dropNoise && isNoise(name, attributes, inContent)) skippedFrom = depth;
      else if (mainFrom !== 0) writer.open(name, attributes);
    },
    ontext(text) {
      if (title !== undefined && builder.title === null) title += text;
      else if (skippedFrom === 0 && mainFrom !== 0 && !inHead) writer.text(text);
    },
    onclosetag(name) {
      if (name === 'title' && title !== undefined) builder.title ??= title;
      if (name === 'head') inHead = false;
      if (name === 'article') articles -= 1;
      if (skippedFrom === depth) skippedFrom = 0;
      else if (skippedFrom === 0 && mainFrom !== 0) writer.close(name);
      if (mainFrom === depth && options.main !== undefined) mainFrom = 0;
      depth -= 1;
    },
  });
  parser.end(html);
  writer.end();
}

/** Classes of elements that are only for the screen. */
const noiseClass = /(?:^|\s)(?:noprint|mw-editsection|d-print-none)(?:\s|$)/;

function isNoise(name: string, attributes: Record<string, string>, inContent: boolean): boolean {
  if ('hidden' in attributes || attributes['aria-hidden'] === 'true') return true;
  if (/(?:^|;)\s*display\s*:\s*none/i.test(attributes.style ?? '')) return true;
  if (name === 'a' && 'hreflang' in attributes) return true;
  if (noiseClass.test(attributes.class ?? '')) return true;
  if (attributes.role !== undefined && noiseRoles.has(attributes.role)) return true;
  return noiseElements.has(name) && (name === 'nav' || !inContent);
}

function readMeta(builder: DocumentBuilder, attributes: Record<string, string>): void {
  const name = (attributes.name ?? attributes.property)?.toLowerCase() ?? '';
  const known = metadataNames[name];
  if (known !== undefined && attributes.content) builder.metadata[known] ??= attributes.content;
}
