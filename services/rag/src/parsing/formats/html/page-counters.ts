import { formatListNumber } from '../list-number.ts';

type Declarations = Readonly<Record<string, string>>;
type Changes = ReadonlyMap<string, number>;

/** Changes of an element to the counters of its page, and the text before it (CSS Lists and Counters). */
export interface CounterStyle {
  readonly reset: Changes;
  readonly increment: Changes;
  /** Text before the element that shows counters, as the style sheet writes it. */
  readonly before: string;
}

interface Counter {
  readonly name: string;
  readonly depth: number;
  value: number;
}

/** Numbering styles by the `type` of a list and by its `list-style-type`. */
const numberStyles: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  decimal: 'decimal',
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
  'lower-greek': 'lowerGreek',
  'decimal-leading-zero': 'decimalZero',
  none: 'none',
  disc: 'bullet',
  circle: 'bullet',
  square: 'bullet',
};

/** Returns the first numbering style among words of a declaration. */
export function findNumberStyle(words = ''): string | undefined {
  const known = words.split(/\s+/).find((word) => Object.hasOwn(numberStyles, word));
  return known && numberStyles[known];
}

/** Returns undefined for an element without counters. */
export function readCounterStyle(
  own: Declarations,
  before: Declarations,
): CounterStyle | undefined {
  // Generated text without counters is decoration.
  const content = /\bcounters?\(/i.test(before.content ?? '') ? (before.content ?? '') : '';
  const reset = readChanges(own['counter-reset'], 0);
  const steps = [own['counter-increment'], before['counter-increment']].join(' ');
  const increment = readChanges(steps, 1);
  if (content === '' && reset.size === 0 && increment.size === 0) return undefined;
  return { reset, increment, before: content };
}

function readChanges(declaration = '', usual: number): Changes {
  const changes = declaration.matchAll(/([a-z_][\w-]*)(?:\s+(-?\d+))?/g);
  return new Map([...changes].map(([, name = '', value]) => [name, Number(value ?? usual)]));
}

const contentPart =
  /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(counters?)\(\s*([\w-]+)\s*(?:,\s*["']([^"']*)["']\s*)?(?:,\s*([\w-]+)\s*)?\)/gi;

/** Counters of the open elements, each with the depth of the element that made it. */
export class PageCounters {
  readonly #counters: Counter[] = [];

  reset(name: string, value: number, depth: number): void {
    const open = this.#find(name);
    if (open?.depth === depth) open.value = value;
    else this.#counters.push({ name, depth, value });
  }

  /** Adds a step and returns the value; a counter that is not there starts at 0. */
  add(name: string, step: number, depth: number): number {
    const open = this.#find(name);
    if (open === undefined) this.#counters.push({ name, depth, value: step });
    else open.value += step;
    return open?.value ?? step;
  }

  /** Closes an element: its own counters stay for its siblings. */
  close(depth: number): void {
    while ((this.#counters.at(-1)?.depth ?? 0) > depth) this.#counters.pop();
  }

  /** Ends the last counter of a name, and those within it. */
  end(name: string): void {
    const open = this.#find(name);
    if (open !== undefined) this.#counters.length = this.#counters.lastIndexOf(open);
  }

  /** Writes generated text. */
  write(content: string): string {
    const parts = content.matchAll(contentPart);
    return [...parts]
      .map(([, double, single, kind, name = '', separator = '', style]) => {
        if (kind === undefined) return decodeEscapes(double ?? single ?? '');
        const all = this.#counters.filter((counter) => counter.name === name.toLowerCase());
        const shown = kind.toLowerCase() === 'counters' ? all : all.slice(-1);
        const numbering = findNumberStyle(style?.toLowerCase()) ?? 'decimal';
        return shown.map(({ value }) => formatListNumber(value, numbering)).join(separator);
      })
      .join('');
  }

  #find(name: string): Counter | undefined {
    return this.#counters.findLast((counter) => counter.name === name);
  }
}

function decodeEscapes(text: string): string {
  return text.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, code?: string, sign = '') =>
    code === undefined ? sign : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );
}
