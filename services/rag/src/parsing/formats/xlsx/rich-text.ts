import { InlineBuilder, type ReportLeftOut } from '../../inline/inline-builder.ts';
import type { XmlHandlers } from '../../read-xml.ts';

/** Reads the text of a string with formats, without phonetic guides. */
export class RichText implements XmlHandlers {
  readonly #inline: InlineBuilder;
  #script: 'raised' | 'lowered' | undefined;
  #isStruck = false;
  #text = '';
  #isText = false;
  #isPhonetic = false;

  constructor(report: ReportLeftOut) {
    this.#inline = new InlineBuilder(report);
  }

  open(name: string, { val: value }: Record<string, string>): void {
    if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'r') this.#resetRun();
    else if (name === 'strike') this.#isStruck = !/^(?:0|false)$/.test(value ?? '');
    else if (name === 'vertAlign') {
      this.#script = { superscript: 'raised', subscript: 'lowered' }[value ?? ''] as 'raised';
    }
    this.#isText = name === 't' && !this.#isPhonetic;
  }

  text(text: string): void {
    if (this.#isText) this.#text += text;
  }

  /** Adds the text of an element; an escape may be cut where it is streamed. */
  #addText(): void {
    const text = decodeEscapes(this.#text);
    this.#text = '';
    if (text === '') return;
    if (this.#isStruck) this.#inline.leaveOut('deleted', text);
    else if (this.#script === undefined) this.#inline.add(text);
    else this.#inline.addScript(this.#script, text);
  }

  close(name: string): void {
    this.#addText();
    this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'r') this.#resetRun();
  }

  #resetRun(): void {
    this.#script = undefined;
    this.#isStruck = false;
  }

  /** Returns the text of the string and starts the next one. */
  take(): string {
    return this.#inline.take();
  }
}

/** Returns a text without the escapes of characters that XML does not allow, such as `_x000D_`. */
export function decodeEscapes(text: string): string {
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
