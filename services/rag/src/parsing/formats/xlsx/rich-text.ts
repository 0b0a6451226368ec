import { InlineBuilder } from '../../inline/inline-builder.ts';
import type { XmlHandlers } from '../../read-xml.ts';

/** Reads the text of a string with formats, without phonetic guides. */
export class RichText implements XmlHandlers {
  readonly #inline = new InlineBuilder();
  #script: 'raised' | 'lowered' | undefined;
  #isText = false;
  #isPhonetic = false;

  open(name: string, { val: value }: Record<string, string>): void {
    if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'r') this.#script = undefined;
    else if (name === 'vertAlign') {
      this.#script = { superscript: 'raised', subscript: 'lowered' }[value ?? ''] as 'raised';
    }
    this.#isText = name === 't' && !this.#isPhonetic;
  }

  text(text: string): void {
    if (!this.#isText) return;
    if (this.#script === undefined) this.#inline.add(text);
    else this.#inline.addScript(this.#script, text);
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'r') this.#script = undefined;
  }

  /** Returns the text of the string and starts the next one. */
  take(): string {
    return this.#inline.take();
  }
}
