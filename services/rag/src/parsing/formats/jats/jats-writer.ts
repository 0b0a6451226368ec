import type { DocumentBuilder } from '../../document-builder.ts';
import type { XmlHandlers } from '../../read-xml.ts';
import { HtmlWriter } from '../html/html-writer.ts';

/** Elements of JATS as those of a page. */
const htmlNames: Readonly<Record<string, string>> = {
  'list-item': 'li',
  'disp-quote': 'blockquote',
  'boxed-text': 'aside',
  'disp-formula': 'div',
  'fn-group': 'div',
  term: 'dt',
  def: 'dd',
  ref: 'li',
  break: 'br',
  preformat: 'pre',
  code: 'pre',
  'verse-line': 'p',
  speech: 'p',
  attrib: 'p',
  aff: 'p',
  fig: 'div',
  'table-wrap': 'div',
  'supplementary-material': 'div',
};
const listTypes: Readonly<Record<string, string>> = {
  'alpha-lower': 'a',
  'alpha-upper': 'A',
  'roman-lower': 'i',
  'roman-upper': 'I',
};
/** Metadata of the article and what has no text; abstract, titles and places of work are written. */
const silent = /^(?:front|front-stub|tex-math|object-id|processing-meta|permissions)$/;
const spoken = /^(?:article-title|subtitle|aff|abstract|trans-abstract)$/;
const formulas = /^(?:inline|disp)-formula$/;
const sections = /^(?:sec|abstract|trans-abstract|ack|app|ref-list|notes|glossary)$/;
const defaultTitles: Readonly<Record<string, string>> = {
  abstract: 'Abstract',
  ack: 'Acknowledgements',
  'ref-list': 'References',
};

/** The end of a word, or of a sentence or of another reference that is in no bracket. */
const raisedAfter = /[\p{L}\p{N}]$|^(?:[^([]|[([][^)\]]*[)\]])*[^\s([]$/u;

/** Converts the elements of an article into blocks of a document. */
export class JatsWriter implements XmlHandlers {
  readonly #builder: DocumentBuilder;
  readonly #writer: HtmlWriter;
  readonly #open: string[] = [];
  /** Number of open elements of each name. */
  readonly #counts = new Map<string, number>();
  #sections = 0;
  readonly #silence: boolean[] = [];
  readonly #authors: string[] = [];
  #surname = '';
  #given = '';
  #date: Record<string, string> = {};
  /** Text of the open element of the metadata. */
  #text = '';
  /** TeX of the open formula; undefined where the formula stands there as MathML too. */
  #tex: string | undefined;
  /** A label that belongs before the next title or paragraph. */
  #label = '';
  /** End of the open block's text. */
  #line = '';
  /** A section whose title has not been read. */
  #untitled: string | undefined;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
    this.#writer = new HtmlWriter(builder);
  }

  open(qualified: string, attributes: Record<string, string>): void {
    const name = localName(qualified);
    const parent = this.#open.at(-1) ?? '';
    if (!this.#isIn('article-title')) this.#text = '';
    this.#open.push(name);
    this.#count(name, 1);
    this.#silence.push(
      silent.test(name) || (this.#isSilent && !(spoken.test(name) && parent !== 'related-article')),
    );
    if (name === 'name' || name === 'string-name') this.#surname = this.#given = '';
    if (name === 'pub-date') this.#date = {};
    if (sections.test(name)) this.#untitled = name;
    if (this.#isSilent) return;
    if (formulas.test(name)) this.#tex = '';
    else if (name === 'math') this.#tex = undefined;
    if (name === 'ref') this.#writeDefaultTitle();
    if (name === 'table' && this.#label.trim() !== '') this.#writeCaption();
    if (name === 'title' || name === 'article-title') this.#openTitle(name, parent);
    else if (name === 'label') this.#label = '';
    else if (name === 'p') this.#openParagraph();
    else if (name === 'list') this.#openList(attributes);
    else if (name === 'xref') this.#writer.open('a', this.#xrefAttributes(attributes));
    else if (name === 'mixed-citation' || name === 'element-citation') {
      this.#writeLabel(false);
      this.#writer.open('span');
    } else this.#writer.open(htmlNames[name] ?? name, attributes);
  }

  text(text: string): void {
    this.#text += text;
    if (this.#isSilent) return;
    if (this.#open.at(-1) === 'label') this.#label += text;
    else {
      this.#line = (this.#line + text).slice(-200);
      this.#writer.text(text);
    }
  }

  close(qualified: string): void {
    const name = localName(qualified);
    const isSilent = this.#isSilent;
    this.#open.pop();
    this.#count(name, -1);
    this.#silence.pop();
    this.#readMetadata(name, this.#text.trim());
    if (name === 'tex-math' && this.#tex !== undefined) this.#tex = readTex(this.#text);
    if (isSilent) return;
    if (formulas.test(name)) this.#writer.text(this.#tex ?? '');
    const parent = this.#open.at(-1) ?? '';
    if (name === 'title' || name === 'article-title')
      this.#writer.close(this.#titleName(name, parent));
    else if (name === 'list') this.#writer.close('ol');
    else if (name === 'xref') this.#writer.close('a');
    else if (name === 'label') this.#closeLabel(parent);
    else if (name === 'fig' && this.#label.trim() !== '') this.#writeCaption();
    else this.#writer.close(htmlNames[name] ?? name);
    if (this.#isIn('element-citation')) this.#writer.text(' ');
  }

  end(): void {
    this.#writer.end();
  }

  #count(name: string, by: 1 | -1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
    if (sections.test(name)) this.#sections += by;
  }

  #isIn(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  get #isSilent(): boolean {
    return this.#silence.at(-1) ?? false;
  }

  /** Returns the heading for a title; a caption or a cited article is no heading. */
  #titleName(name: string, parent: string): string {
    if (name === 'article-title') return parent === 'title-group' ? 'h1' : 'span';
    if (!sections.test(parent)) return 'p';
    return `h${Math.min(this.#sections + 1, 6)}`;
  }

  #openTitle(name: string, parent: string): void {
    // The parent is still open below the title itself.
    const title = this.#open.pop() as string;
    this.#writer.open(this.#titleName(name, parent));
    this.#open.push(title);
    this.#untitled = undefined;
    this.#writeLabel(false);
  }

  #openParagraph(): void {
    this.#line = '';
    this.#writeDefaultTitle();
    this.#writer.open('p');
    this.#writeLabel(this.#isIn('fn'));
  }

  #openList({ 'list-type': type = '' }: Record<string, string>): void {
    this.#writeDefaultTitle();
    const isOrdered = type === 'order' || type in listTypes;
    this.#writer.open(isOrdered ? 'ol' : 'ul', { type: listTypes[type] ?? '' });
  }

  /** Writes a usual title for a part without one. */
  #writeDefaultTitle(): void {
    const title = defaultTitles[this.#untitled ?? ''];
    this.#untitled = undefined;
    if (title !== undefined) this.#builder.heading(2, title);
  }

  /** The label of a list item replaces its number. */
  #closeLabel(parent: string): void {
    if (parent === 'aff') this.#writeLabel(false);
    else if (parent === 'list-item' && this.#writer.markItem(this.#label.trim())) this.#label = '';
  }

  /** Writes a label that no title follows. */
  #writeCaption(): void {
    this.#writer.open('p');
    this.#writeLabel(false);
    this.#writer.close('p');
  }

  #writeLabel(isNote: boolean): void {
    const label = this.#label.trim();
    this.#label = '';
    if (label === '') return;
    if (isNote) this.#writer.open('sup');
    this.#writer.text(label);
    if (isNote) this.#writer.close('sup');
    this.#writer.text(' ');
  }

  /** A reference that follows its word without a space or a bracket is printed raised, as a note. */
  #xrefAttributes({ 'ref-type': type = '' }: Record<string, string>): Record<string, string> {
    const isRaised = type === 'bibr' && raisedAfter.test(this.#line);
    return isRaised || /^(?:fn|table-fn)$/.test(type) ? { role: 'doc-noteref' } : { href: '#' };
  }

  #readMetadata(name: string, text: string): void {
    const { metadata } = this.#builder;
    const isOwn = this.#isIn('article-meta') || this.#isIn('contrib-group');
    if (!isOwn) return;
    if (name === 'surname') this.#surname = text;
    else if (name === 'given-names') this.#given = text;
    else if (name === 'name' && this.#isIn('contrib')) {
      this.#authors.push(`${this.#given} ${this.#surname}`.trim());
      metadata.author = this.#authors.join(', ');
    } else if (name === 'kwd' && text !== '') {
      metadata.keywords = metadata.keywords ? `${metadata.keywords}, ${text}` : text;
    } else if (name === 'article-title' && text !== '') this.#builder.title ??= text;
    else if (/^(?:year|month|day)$/.test(name)) this.#date[name] = text.padStart(2, '0');
    else if (name === 'pub-date') {
      const { year, month, day } = this.#date;
      const date = [year, month, day].filter((part) => part !== undefined).join('-');
      if (date !== '') metadata.created ??= date;
    } else if (name === 'contrib-group') this.#builder.paragraph(this.#authors.join(', '));
  }
}

/** Returns the formula of a TeX document that holds nothing else. */
function readTex(source: string): string {
  return (/\\begin\{document\}([\s\S]*?)\\end\{document\}/.exec(source)?.[1] ?? source).trim();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
