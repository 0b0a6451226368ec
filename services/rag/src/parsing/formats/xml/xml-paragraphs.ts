import { collapseSpace } from '../../clean-text.ts';
import type { DocumentBuilder } from '../../document-builder.ts';
import { InlineBuilder } from '../../inline/inline-builder.ts';
import type { XmlHandlers } from '../../read-xml.ts';

/** Elements of pages and drawings that hold no text to read. */
const unseen = new Set(['style', 'script', 'metadata']);

/** Raised and lowered elements of known vocabularies: DocBook, DITA, XHTML, SVG. */
const scripts: Readonly<Record<string, 'raised' | 'lowered'>> = {
  superscript: 'raised',
  sup: 'raised',
  super: 'raised',
  subscript: 'lowered',
  sub: 'lowered',
};

/** Writes the text of each element as a paragraph; inline elements belong to the one around them. */
export class XmlParagraphs implements XmlHandlers {
  readonly #builder: DocumentBuilder;
  readonly #inline: ReadonlySet<string>;
  readonly #text = new InlineBuilder();
  #unseenDepth = 0;

  constructor(builder: DocumentBuilder, inline: ReadonlySet<string>) {
    this.#builder = builder;
    this.#inline = inline;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (unseen.has(name)) this.#unseenDepth += 1;
    this.#end(name);
    if (!this.#inline.has(name)) return;
    // A part of a drawn text with a place of its own is a line or stands apart.
    if (name === 'tspan' && ('x' in attributes || 'dy' in attributes)) this.#text.add(' ');
    const kind = scripts[attributes['baseline-shift'] ?? name.slice(name.indexOf(':') + 1)];
    this.#text.open((content) => (kind === undefined ? content : { kind, content }));
  }

  text(text: string): void {
    if (this.#unseenDepth === 0) this.#text.add(text);
  }

  close(name: string): void {
    if (unseen.has(name)) this.#unseenDepth -= 1;
    if (this.#inline.has(name)) this.#text.close();
    this.#end(name);
  }

  #end(name: string): void {
    if (this.#inline.has(name)) return;
    const paragraph = collapseSpace(this.#text.take());
    if (paragraph !== '') this.#builder.paragraph(paragraph);
  }
}
