import { decodeSymbol } from '../../symbol-fonts.ts';
import type { ParagraphWriter } from './paragraph-writer.ts';

/** Values of a form field that nobody filled in. */
const unset = 25;

/** A field of an RTF file: a link, a symbol, a form field or text that was computed. */
export class RtfField {
  #instruction = '';
  #hasText = false;
  #isLink = false;
  #type = 0;
  #result = unset;
  #default = 0;
  readonly #entries: string[] = [''];

  instruct(text: string): void {
    this.#instruction += text;
  }

  /** Reads the data of a form field. */
  form(word: string, value = 0): void {
    if (word === 'fftype') this.#type = value;
    else if (word === 'ffres') this.#result = value;
    else if (word === 'ffdefres') this.#default = value;
  }

  entry(text: string): void {
    this.#entries[this.#entries.length - 1] += text;
  }

  endEntry(): void {
    this.#entries.push('');
  }

  noteText(text: string): void {
    if (text.trim() !== '') this.#hasText = true;
  }

  startResult(writer: ParagraphWriter): void {
    const target = /^\s*HYPERLINK\s+"([a-z][\w+.-]*:[^"]+)"/i.exec(this.#instruction)?.[1];
    if (target === undefined) return;
    this.#isLink = true;
    writer.openLink(target);
  }

  end(writer: ParagraphWriter): void {
    if (this.#isLink) writer.closeLink();
    const value = this.#result === unset ? this.#default : this.#result;
    const symbol = /^\s*SYMBOL\s+(\d+)\s.*\\f\s*"?([^"\\]+)/i.exec(this.#instruction);
    if (this.#type === 1) writer.piece({ kind: 'check_box', isTicked: value === 1 });
    else if (this.#type === 2 && !this.#hasText) writer.text(this.#entries[value] ?? '');
    else if (symbol !== null && !this.#hasText) {
      writer.text(decodeSymbol(symbol[2] ?? '', Number(symbol[1])) ?? '');
    }
  }
}
