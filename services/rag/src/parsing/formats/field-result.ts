import type { Inline } from '../inline/inline.ts';
import { decodeSymbol } from '../symbol-fonts.ts';

/** Maximum functions within each other in an equation. */
const maxDepth = 10;

/**
 * Returns the text that Word shows for a field without a stored result: an equation (`EQ \f(1,2)`),
 * a symbol (`SYMBOL 113 \f "Symbol"`) or a button.
 */
export function readFieldResult(instruction: string): readonly Inline[] {
  const [, name = '', rest = ''] = /^\s*(\w+)\s+(.*)$/s.exec(instruction) ?? [];
  switch (name.toUpperCase()) {
    case 'EQ':
      return new EquationReader(rest).read();
    case 'SYMBOL': {
      const code = Number(/^\w+/.exec(rest)?.[0]);
      const font = /\\f\s+"?([^"\\]+)/.exec(rest)?.[1] ?? '';
      const isCode = code >= 0x20 && code <= 0xffff;
      return isCode ? [decodeSymbol(font, code) ?? String.fromCharCode(code)] : [];
    }
    case 'MACROBUTTON':
      return [rest.replace(/^\S+\s*/, '')];
    default:
      return [];
  }
}

/** Reads an equation of an `EQ` field, where functions begin with a backslash. */
class EquationReader {
  readonly #source: string;
  readonly #separator: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source.replace(/\\\*\s*(?:"[^"]*"|\S+)/g, '').trim();
    // The separator depends on the language of the author.
    this.#separator = source.includes(';') ? ';' : ',';
  }

  read(): Inline[] {
    const pieces: Inline[] = [];
    while (this.#at < this.#source.length) {
      const sign = this.#source[this.#at] as string;
      if (this.#depth > 0 && (sign === ')' || sign === this.#separator)) break;
      const found = /^(?:\\[a-z]+\s*-?\d*\s*)+\(/i.exec(
        this.#source.slice(this.#at, this.#at + 200),
      );
      if (found !== null && this.#depth < maxDepth) {
        this.#at += found[0].length;
        pieces.push(...writeFunction(found[0].toLowerCase(), this.#readArguments()));
      } else {
        if (sign === '\\') this.#at += 1;
        pieces.push(this.#source[this.#at] ?? '');
        this.#at += 1;
      }
    }
    return pieces;
  }

  #readArguments(): Inline[][] {
    const found: Inline[][] = [];
    this.#depth += 1;
    do {
      found.push(this.read());
      this.#at += 1;
    } while (this.#source[this.#at - 1] === this.#separator);
    this.#depth -= 1;
    return found;
  }
}

const operators: Readonly<Record<string, string>> = { '\\su': '∑', '\\pr': '∏' };

/** @param head function with its options, such as `\o\ad(`. */
function writeFunction(head: string, all: readonly Inline[][]): Inline[] {
  const [first = [], second = [], third = []] = all;
  switch (head.slice(0, 2)) {
    case '\\f':
      return [{ kind: 'fraction', numerator: first, denominator: second }];
    case '\\r':
      return all.length > 1
        ? [{ kind: 'root', degree: first, content: second }]
        : [{ kind: 'root', degree: [], content: first }];
    case '\\s':
      return [{ kind: /\\do/.test(head) ? 'lowered' : 'raised', content: first }];
    case '\\i': {
      const sign = Object.keys(operators).find((option) => head.includes(option)) ?? '';
      const limits: Inline[] = [
        { kind: 'lowered', content: first },
        { kind: 'raised', content: second },
      ];
      return [operators[sign] ?? '∫', ...limits, ' ', ...third];
    }
    case '\\o':
      return writeOver(all, /\\ac/.test(head));
    case '\\b':
      return ['(', ...first, ')'];
    default:
      return all.flatMap((argument, at) => (at === 0 ? argument : [', ', ...argument]));
  }
}

/** Writes texts over each other: a text in a circle, or a text with its reading above. */
function writeOver(all: readonly Inline[][], isEnclosed: boolean): Inline[] {
  const [first = [], second = []] = all;
  if (isEnclosed) return second.length > 0 ? second : first;
  const isReading = (pieces: readonly Inline[]) =>
    pieces.some((piece) => typeof piece === 'object' && piece.kind === 'raised');
  const reading = all.find(isReading);
  if (reading === undefined) return all.flat();
  const content = reading.flatMap((piece) =>
    typeof piece === 'object' && piece.kind === 'raised' ? piece.content : [piece],
  );
  return [...all.filter((pieces) => pieces !== reading).flat(), { kind: 'guide', content }];
}
