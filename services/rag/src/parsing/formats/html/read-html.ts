import type { Handler } from 'htmlparser2';
import type { DocumentBuilder } from '../../document-builder.ts';
import { readMarkup } from '../../read-markup.ts';
import { isDropped, noiseElements, noiseRoles } from './html-elements.ts';
import { HtmlWriter, isNoteText, type ShownPictures } from './html-writer.ts';
import { surveyPage } from './survey-page.ts';

export interface ReadHtmlOptions {
  /** Reads the only element with the page's own text, if there is one. */
  readonly mainOnly?: boolean;
  /** True to leave out menus, banners and the like. */
  readonly dropNoise: boolean;
  /** True for a chapter of a book, which has notes in asides and no menus. */
  readonly isChapter?: boolean;
  /** Marks of the notes that chapters refer to, by the id of the note; those of this one are added. */
  readonly notes?: Map<string, string>;
  readonly pictures?: ShownPictures;
  /** Style sheets that stand outside the page. */
  readonly sheets?: readonly string[];
}

/** Metadata fields by the name of their `<meta>` element. */
const metadataNames: Record<string, string> = {
  author: 'author',
  'dc.creator': 'author',
  'dcterms.creator': 'author',
  citation_author: 'author',
  'article:published_time': 'created',
  datepublished: 'created',
  citation_publication_date: 'created',
  date: 'created',
  'dc.date': 'created',
  'dc.date.issued': 'created',
  'dcterms.created': 'created',
  'article:modified_time': 'modified',
  'og:updated_time': 'modified',
  datemodified: 'modified',
  'last-modified': 'modified',
  'dcterms.modified': 'modified',
  description: 'description',
  keywords: 'keywords',
};

/** Writes the text of a page, its title and its metadata. Deep nesting needs no stack. */
export function readHtml(page: string, builder: DocumentBuilder, options: ReadHtmlOptions): void {
  const isXml = options.isChapter === true || /^\s*<\?xml/.test(page);
  const syntax = { recognizeSelfClosing: isXml, recognizeCDATA: isXml };
  const html = isXml ? dropPrefixes(page) : page;
  const survey = surveyPage(html, syntax, options.sheets);
  const main = options.mainOnly ? survey.main : undefined;
  const writer = new HtmlWriter(builder, options);
  let position = -1;
  let depth = 0;
  let skippedFrom = 0;
  /** Text that styles hide, and the element in it that has no text. */
  let hidden: string | undefined;
  let silentFrom = 0;
  /** A formula in a hidden element, which stands for the picture that is shown. */
  let formulaFrom = 0;
  let formulaIn = 0;
  /** A drawing, and the element in it with text. */
  let drawingFrom = 0;
  let labelFrom = 0;
  let mainFrom = main === undefined ? -1 : 0;
  let articles = 0;
  let title: string | undefined;
  let linkedData: string | undefined;
  let inHead = false;
  let inFrame = false;

  const handlers: Partial<Handler> = {
    onopentag(name, attributes) {
      position += 1;
      depth += 1;
      const style = survey.styles.open(name, attributes);
      if (name === 'html' && attributes.lang) builder.metadata.language = attributes.lang;
      if (name === 'meta' || name === 'time') readMeta(builder, attributes);
      if (name === 'script' && attributes.type === 'application/ld+json') linkedData = '';
      if (name === 'head') inHead = true;
      if (name === 'body') inHead = false;
      if (name === 'title' && title === undefined && (inHead || depth < 4)) title = '';
      if (position === main) mainFrom = depth;
      if (name === 'article') articles += 1;
      if (skippedFrom > 0) {
        if (silentFrom === 0 && isDropped(name, attributes)) silentFrom = depth;
        if (name !== 'math' || hidden === undefined || silentFrom > 0) return;
        formulaFrom = depth;
        formulaIn = skippedFrom;
        skippedFrom = 0;
        writer.open(name, attributes);
        return;
      }
      const inContent = articles > 0 || mainFrom > 0 || options.isChapter === true;
      const isText = inContent || survey.asides.has(position);
      const isFrameTitle = inFrame && name === 'title';
      const isDrawing = name === 'svg' && attributes['aria-hidden'] !== 'true';
      if (isDrawing && drawingFrom === 0) drawingFrom = depth;
      else if (drawingFrom > 0 && labelFrom === 0 && drawnText.test(name)) labelFrom = depth;
      const isUndrawn = drawingFrom > 0 && undrawn.test(name);
      if (
        isFrameTitle ||
        isUndrawn ||
        (isDropped(name, attributes) && !isDrawing && !writer.isInFormula)
      ) {
        if (name === 'iframe' && attributes.srcdoc && mainFrom !== 0 && !inFrame) {
          readFrame(attributes.srcdoc);
        }
        skippedFrom = depth;
        if (mainFrom !== 0) warnOfEmbedded(builder, name, attributes);
      } else if (
        options.dropNoise &&
        isNoise(name, attributes, { isText, panels: survey.panels })
      ) {
        skippedFrom = depth;
      } else {
        const isClosed = isOpened(attributes, survey.panels) || pageElements.test(name);
        if (options.dropNoise && style.isHidden && !isClosed) {
          skippedFrom = depth;
          if (mainFrom !== 0) hidden = '';
        } else if (mainFrom !== 0) {
          writer.open(name, attributes, { style, reversedItems: survey.reversed.get(position) });
        }
      }
    },
    ontext(text) {
      if (linkedData !== undefined) linkedData += text;
      else if (title !== undefined && builder.title === null) title += text;
      else if (skippedFrom === 0 && mainFrom !== 0 && !inHead) {
        if (drawingFrom === 0 || labelFrom > 0) writer.text(text);
      } else if (hidden !== undefined && silentFrom === 0) hidden += text;
    },
    onclosetag(name) {
      if (name === 'script' && linkedData !== undefined) {
        readLinkedData(builder, linkedData);
        linkedData = undefined;
      }
      if (name === 'title' && title !== undefined) builder.title ??= title;
      if (name === 'head') inHead = false;
      if (name === 'article') articles -= 1;
      if (silentFrom === depth) silentFrom = 0;
      if (labelFrom === depth) {
        labelFrom = 0;
        writer.text(' ');
      }
      if (drawingFrom === depth) drawingFrom = 0;
      if (formulaFrom === depth) {
        writer.close(name);
        skippedFrom = formulaIn;
        formulaFrom = 0;
      } else if (skippedFrom === depth) {
        skippedFrom = 0;
        if (hidden !== undefined) builder.leaveOut('hidden', hidden);
        hidden = undefined;
      } else if (skippedFrom === 0 && mainFrom !== 0) writer.close(name);
      if (mainFrom === depth && main !== undefined) mainFrom = 0;
      survey.styles.close();
      depth -= 1;
    },
  };
  /** Writes a page that stands within this one. */
  function readFrame(framed: string): void {
    const outer = position;
    // The survey knows the elements of the outer page alone.
    position = Number.NaN;
    inFrame = true;
    writer.open('div');
    readMarkup(framed, handlers, syntax);
    writer.close('div');
    inFrame = false;
    position = outer;
  }
  readMarkup(html, handlers, syntax);
  writer.end();
}

/** Elements of a drawing with text, and those that only other elements draw. */
const drawnText = /^(?:text|foreignobject)$/;
const undrawn = /^(?:defs|symbol)$/;

const namespacePrefix =
  /\bxmlns:([\w-]+)\s*=\s*["']http:\/\/www\.w3\.org\/(?:1999\/xhtml|1998\/Math\/MathML|2000\/svg)["']/g;
/** Maximum prefixes of a page that are known. */
const maxPrefixes = 20;

/** Writes elements of XHTML, MathML and SVG without a prefix: `<m:math>` as `<math>`. */
function dropPrefixes(page: string): string {
  const prefixes = new Set<string>();
  for (const [, prefix = ''] of page.matchAll(namespacePrefix)) {
    if (prefixes.size < maxPrefixes) prefixes.add(prefix);
  }
  if (prefixes.size === 0) return page;
  return page.replace(new RegExp(`<(/?)(?:${[...prefixes].join('|')}):`, 'g'), '<$1');
}

const embedded = /^(?:iframe|object|embed|audio|video)$/;

function warnOfEmbedded(
  builder: DocumentBuilder,
  name: string,
  { src, data, hidden, title }: Record<string, string>,
): void {
  const shown = title || src || data;
  if (!embedded.test(name) || hidden !== undefined || !shown || /^data:/.test(shown)) return;
  builder.warn(
    'embedded_skipped',
    `Embedded content (${name}) was not read: ${shown.slice(0, 200)}.`,
  );
}

/** Elements that scripts show when a page is loaded. */
const pageElements = /^(?:html|body|main|article)$/;

/** Classes of elements that are only for the screen, or only for screen readers. */
const noiseClass =
  /(?:^|\s)(?:noprint|mw-editsection|d-print-none|(?:govuk-)?visually-?hidden|sr-only|screen-reader-text|show-for-sr)(?:-focusable)?(?:\s|$)/;

interface NoiseContext {
  /** True if an aside or a footer here belongs to the text. */
  readonly isText: boolean;
  readonly panels: ReadonlySet<string>;
}

function isNoise(
  name: string,
  attributes: Record<string, string>,
  { isText, panels }: NoiseContext,
): boolean {
  if (isHidden(name, attributes) && !isOpened(attributes, panels)) return true;
  if (name === 'a' && 'hreflang' in attributes) return true;
  if (noiseClass.test(attributes.class ?? '')) return true;
  if (noiseRoles.test(attributes.role ?? '')) return true;
  return noiseElements.test(name) && (name === 'nav' || !isText);
}

/** Returns true for what a button or the mark of a note opens. */
function isOpened(attributes: Record<string, string>, panels: ReadonlySet<string>): boolean {
  return panels.has(attributes.id ?? '') || isNoteText(attributes);
}

/** Elements that are text also where a screen reader passes over them. */
const textElements = /^(?:p|h[1-6]|li|d[dt]|t[dhr])$/;

/** Returns true for an element that no reader sees; one that is hidden until found is closed. */
function isHidden(name: string, attributes: Record<string, string>): boolean {
  if (attributes.hidden !== undefined && attributes.hidden.toLowerCase() !== 'until-found')
    return true;
  if (name === 'dialog') return attributes.open === undefined;
  return attributes['aria-hidden'] === 'true' && !textElements.test(name);
}

function readMeta(builder: DocumentBuilder, attributes: Record<string, string>): void {
  const { name, property, itemprop, content, datetime } = attributes;
  const known = metadataNames[(name ?? property ?? itemprop)?.toLowerCase() ?? ''];
  const value = content ?? datetime;
  if (known !== undefined && value) builder.metadata[known] ??= value;
}

/** Reads the dates of a page from its linked data (schema.org). */
function readLinkedData(builder: DocumentBuilder, data: string): void {
  for (const [, name, value] of data.matchAll(/"(datePublished|dateModified)"\s*:\s*"([^"]+)"/g)) {
    const known = metadataNames[name?.toLowerCase() ?? ''];
    if (known !== undefined && value) builder.metadata[known] ??= value;
  }
}
