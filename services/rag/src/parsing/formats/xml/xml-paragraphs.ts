import { collapseSpace } from '../../clean-text.ts';
import type { DocumentBuilder } from '../../document-builder.ts';
import { InlineBuilder } from '../../inline/inline-builder.ts';
import type { XmlHandlers } from '../../read-xml.ts';
import { isEncodedFile } from './is-encoded-file.ts';

/** Elements of pages and drawings that hold no text to read. */
const unseen = new Set(['style', 'script', 'metadata']);

/** Raised and lowered elements of known vocabularies: DocBook, DITA, XHTML, SVG, TEI. */
const scripts: Readonly<Record<string, 'raised' | 'lowered'>> = {
  superscript: 'raised',
  sup: 'raised',
  super: 'raised',
  subscript: 'lowered',
  sub: 'lowered',
};
/** Line breaks and notes within a paragraph, in the same vocabularies. */
const breaks = new Set(['br', 'lb']);
const notes = new Set(['footnote', 'endnote', 'fn', 'note']);

/** A note, and the paragraph that it interrupts. */
interface OpenNote {
  readonly around: InlineBuilder;
  depth: number;
}

/** Writes the text of each element as a paragraph; inline elements belong to the one around them. */
export class XmlParagraphs implements XmlHandlers {
  readonly #builder: DocumentBuilder;
  readonly #inline: ReadonlySet<string>;
  #text = new InlineBuilder();
  #hasText = false;
  #unseenDepth = 0;
  #note: OpenNote | undefined;
  #noteCount = 0;
  /** Notes of the open paragraph, which follow it. */
  readonly #noteTexts: string[] = [];

  constructor(builder: DocumentBuilder, inline: ReadonlySet<string>) {
    this.#builder = builder;
    this.#inline = inline;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const local = name.slice(name.indexOf(':') + 1);
    if (unseen.has(name)) this.#unseenDepth += 1;
    if (this.#note !== undefined) this.#note.depth += 1;
    else if (this.#hasText && notes.has(local)) {
      this.#note = { around: this.#text, depth: 0 };
      this.#text = new InlineBuilder();
      return;
    }
    this.#end(name);
    if (breaks.has(local) && attributes.break !== 'no') this.#text.add(' ');
    if (!this.#inline.has(name)) return;
    // A part of a drawn text with a place of its own is a line or stands apart.
    if (name === 'tspan' && ('x' in attributes || 'dy' in attributes)) this.#text.add(' ');
    const kind = scripts[attributes['baseline-shift'] ?? attributes.rend ?? ''] ?? scripts[local];
    this.#text.open((content) => (kind === undefined ? content : { kind, content }));
  }

  text(text: string): void {
    if (this.#unseenDepth > 0) return;
    this.#hasText ||= text.trim() !== '';
    this.#text.add(text);
  }

  close(name: string): void {
    if (unseen.has(name)) this.#unseenDepth -= 1;
    if (this.#note?.depth === 0) {
      this.#closeNote(this.#note);
      return;
    }
    if (this.#note !== undefined) this.#note.depth -= 1;
    if (this.#inline.has(name)) this.#text.close();
    this.#end(name);
  }

  #closeNote({ around }: OpenNote): void {
    const text = collapseSpace(this.#text.take());
    this.#text = around;
    this.#note = undefined;
    if (text === '') return;
    const mark = String(++this.#noteCount);
    this.#text.add({ kind: 'note_mark', mark });
    this.#noteTexts.push(`[note ${mark}] ${text}`);
  }

  #end(name: string): void {
    if (this.#inline.has(name)) return;
    if (this.#note !== undefined) {
      this.#text.add(' ');
      return;
    }
    const paragraph = collapseSpace(this.#text.take());
    this.#hasText = false;
    if (isEncodedFile(paragraph)) {
      this.#builder.warn('attachment_skipped', `A file within the element ${name} was not read.`);
    } else if (paragraph !== '') this.#builder.paragraph(paragraph);
    for (const text of this.#noteTexts.splice(0)) this.#builder.paragraph(text);
  }
}
