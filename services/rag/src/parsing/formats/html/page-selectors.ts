/** An element of a page, as selectors of style sheets see it. */
export interface PageElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: PageElement | undefined;
  /** Sibling before the element; siblings before that one are unknown. */
  previous: PageElement | undefined;
  /** Last child so far. */
  last: PageElement | undefined;
}

interface Condition {
  readonly attribute: string;
  readonly operator: string;
  readonly value: string;
}

/** Conditions on one element of a selector, and its relation to the part before it. */
interface Part {
  combinator: string;
  name: string | undefined;
  readonly conditions: Condition[];
}

export interface Selector {
  readonly parts: readonly Part[];
  readonly weight: number;
  /** True for text that a style sheet puts before the element. */
  readonly isBefore: boolean;
}

const token =
  /\s*([>+])\s*|(\s+)|([.#]?)((?:[\w-]|[^\0-\x7f]|\\.)+|\*)|\[\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*)?\]|(::?(?:before|marker)$)/y;
/** Maximum elements that are compared with a selector. */
const maxSteps = 500;

/** Reads a selector; undefined for one that depends on a state or on later elements. */
export function readSelector(text: string): Selector | undefined {
  const parts: Part[] = [{ combinator: '', name: undefined, conditions: [] }];
  let weight = 0;
  let isBefore = false;
  for (token.lastIndex = 0; token.lastIndex < text.length; ) {
    const found = token.exec(text);
    if (found === null) return undefined;
    const [, sibling, space, mark, word = '', attribute, operator = '', a, b, c, before] = found;
    const part = parts.at(-1) as Part;
    const value = word.replace(/\\(.)/g, '$1');
    if (sibling || space)
      parts.push({ combinator: sibling ?? ' ', name: undefined, conditions: [] });
    else if (before) isBefore = true;
    else if (mark) {
      const isId = mark === '#';
      weight += isId ? 10_000 : 10;
      const test = isId
        ? { attribute: 'id', operator: '=' }
        : { attribute: 'class', operator: '~=' };
      part.conditions.push({ ...test, value });
    } else if (attribute) {
      weight += 10;
      part.conditions.push({
        attribute: attribute.toLowerCase(),
        operator,
        value: a ?? b ?? c ?? '',
      });
    } else if (word !== '*') {
      weight += 1;
      part.name = value.toLowerCase();
    }
  }
  return text === '' ? undefined : { parts, weight, isBefore };
}

/** Returns a class, an id or a name that an element must have: `.note`, `#top`, `p` or `*`. */
export function keyOf({ parts }: Selector): string {
  const { name = '*', conditions } = parts.at(-1) as Part;
  const mark = conditions.find((one) => /^(?:class~|id)=$/.test(`${one.attribute}${one.operator}`));
  if (mark === undefined) return name;
  return `${mark.attribute === 'id' ? '#' : '.'}${mark.value}`;
}

/** Returns true if the last part of a selector fits an element, apart from attributes other than class and id. */
export function mayMatch({ parts }: Selector, element: PageElement): boolean {
  return fits(element, parts.at(-1) as Part, /^(?:class|id)$/);
}

export function matches({ parts }: Selector, element: PageElement): boolean {
  let steps = maxSteps;
  const match = (one: PageElement | undefined, at: number): boolean => {
    const part = parts[at] as Part;
    steps -= 1;
    if (one === undefined || steps < 0 || !fits(one, part)) return false;
    if (at === 0) return true;
    if (part.combinator === '+') return match(one.previous, at - 1);
    let around = one.parent;
    if (part.combinator === '>') return match(around, at - 1);
    while (around !== undefined && steps >= 0 && !match(around, at - 1)) around = around.parent;
    return around !== undefined && steps >= 0;
  };
  return match(element, parts.length - 1);
}

/** Returns true if matching depends on nothing but the name, the classes and the id. */
export function isPlain({ parts }: Selector): boolean {
  return (
    parts.length === 1 &&
    parts[0]?.conditions.every((one) => /^(?:class|id)$/.test(one.attribute)) === true
  );
}

function fits(element: PageElement, part: Part, only?: RegExp): boolean {
  if (part.name !== undefined && part.name !== element.name) return false;
  return part.conditions.every(
    (condition) => only?.test(condition.attribute) === false || holds(element, condition),
  );
}

function holds({ attributes }: PageElement, { attribute, operator, value }: Condition): boolean {
  const own = attributes[attribute];
  if (own === undefined) return false;
  switch (operator) {
    case '=':
      return own === value;
    case '~=':
      return own.split(/\s+/).includes(value);
    case '|=':
      return own === value || own.startsWith(`${value}-`);
    case '^=':
      return value !== '' && own.startsWith(value);
    case '$=':
      return value !== '' && own.endsWith(value);
    case '*=':
      return value !== '' && own.includes(value);
    default:
      return true;
  }
}
