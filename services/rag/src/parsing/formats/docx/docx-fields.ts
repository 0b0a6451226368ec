import type { Inline } from '../../inline/inline.ts';
import type { InlineBuilder } from '../../inline/inline-builder.ts';
import { writeInline } from '../../inline/write-inline.ts';
import { childrenOf, find, type XmlNode } from '../../xml-tree.ts';
import { readFieldResult } from '../field-result.ts';
import { isOn, readValue } from './docx-styles.ts';

/** A field that is open: a link, a form field or text that Word computed. */
interface OpenField {
  instruction: string;
  /** Running text in which the instruction stands, until the text of the field follows. */
  instructedIn: InlineBuilder | undefined;
  /** Chosen entry of a list, shown where the field has no text. */
  chosen: string;
  hasText: boolean;
  link: InlineBuilder | undefined;
}

/** Follows the fields of a Word file, which may span runs and paragraphs. */
export class DocxFields {
  readonly #open: OpenField[] = [];

  begin(inline: InlineBuilder | undefined, instruction = ''): void {
    const field = { instruction, instructedIn: inline, chosen: '', hasText: false };
    this.#open.push({ ...field, link: undefined });
  }

  /** Adds text to the instruction that it is part of, if there is one, as in `IF {MERGEFIELD a}`. */
  takes(text: string, inline: InlineBuilder): boolean {
    const field = this.#open.findLast(({ instructedIn }) => instructedIn === inline);
    if (field !== undefined) field.instruction += text;
    return field !== undefined;
  }

  instruct(text: string): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.instruction += text;
  }

  /** Starts the text of a field. */
  separate(inline: InlineBuilder | undefined): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.instructedIn = undefined;
    const target = /^\s*HYPERLINK\s+"([a-z][\w+.-]*:[^"]+)"/i.exec(field?.instruction ?? '')?.[1];
    if (field === undefined || target === undefined || inline === undefined) return;
    field.link = inline;
    inline.open((content) => ({ kind: 'link', content, target }));
  }

  noteText(): void {
    for (const field of this.#open) field.hasText = true;
  }

  /** Ends a field and returns what it shows, if it has no text of its own. */
  end(inline: InlineBuilder | undefined): string {
    const field = this.#open.pop();
    if (field === undefined) return '';
    if (field.link !== undefined && field.link === inline) inline.close();
    return field.hasText ? '' : field.chosen || writeInline(readFieldResult(field.instruction));
  }

  /** Reads the data of a legacy form field; returns its box, if it is one. */
  readForm(data: XmlNode): Inline {
    const box = find(data, 'w:checkBox');
    if (box !== undefined) {
      const state = find(box, 'w:checked') ?? find(box, 'w:default');
      return {
        kind: 'check_box',
        isTicked: state !== undefined && isOn(state.attributes['w:val']),
      };
    }
    const list = find(data, 'w:ddList');
    const at = readValue(list, 'w:result') ?? readValue(list, 'w:default') ?? '0';
    const field = this.#open.at(-1);
    const chosen = childrenOf(list, 'w:listEntry')[Number(at) || 0]?.attributes['w:val'];
    if (field !== undefined) field.chosen = chosen ?? '';
    return '';
  }
}
