import { type CounterStyle, readCounterStyle } from './page-counters.ts';
import {
  isPlain,
  keyOf,
  matches,
  mayMatch,
  type PageElement,
  readSelector,
  type Selector,
} from './page-selectors.ts';

/** Effect of styles on the text of an element. */
export interface ElementStyle {
  readonly script: 'raised' | 'lowered' | undefined;
  readonly isStruck: boolean;
  readonly isHidden: boolean;
  /** Numbering of a list or of an item, as style sheets write it. */
  readonly listStyle: string | undefined;
  readonly counters: CounterStyle | undefined;
}

interface Rule extends Selector {
  readonly declarations: Declarations;
  readonly order: number;
}

type Declarations = Readonly<Record<string, string>>;

/** Rules that may match elements with a name, classes and an id; the style if these decide alone. */
interface Known {
  readonly rules: readonly Rule[];
  readonly style: ElementStyle | undefined;
}

/** Maximum rules of a page that are applied; only rules that change the text count. */
const maxRules = 1000;
/** Smallest shift of a raised text, in em; a smaller one aligns an icon. */
const minShift = 0.2;
const pixelsPerEm = 16;
const shown: ElementStyle = {
  script: undefined,
  isStruck: false,
  isHidden: false,
  listStyle: undefined,
  counters: undefined,
};
const relevant =
  /vertical-align|text-decoration|position|display|visibility|clip|list-style|counter|(?:^|[\s;])width/i;
/** Rules for paper, or for screens that are narrower than usual. */
const otherMedia = /@media(?:(?!.*\bscreen\b).*\bprint\b|.*(?:max-width|\bwidth\s*<))/i;

/**
 * The styles of a page: those of its attributes, and those of its style sheets. Selectors that
 * depend on a state or on later elements are not applied.
 */
export class PageStyles {
  /** Rules by a class, an id or a name that their elements have. */
  readonly #rules = new Map<string, Rule[]>();
  #ruleCount = 0;
  readonly #known = new Map<string, Known>();
  #element: PageElement | undefined;

  add(sheet: string): void {
    const around: string[] = [];
    for (const part of sheet.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').split('}')) {
      const pieces = part.split('{');
      if (pieces.length === 1) {
        around.pop();
        continue;
      }
      const body = pieces.pop() ?? '';
      const selectors = pieces.pop()?.replace(/^[\s\S]*;/, '') ?? '';
      around.push(...pieces);
      const isForScreen = !around.some((rule) => otherMedia.test(rule));
      if (isForScreen && relevant.test(body)) this.#addRule(selectors, body);
    }
  }

  /** Opens an element within the one that is open, and returns its style. */
  open(name: string, attributes: Record<string, string>): ElementStyle {
    const parent = this.#element;
    const previous = parent?.last;
    if (previous !== undefined) previous.previous = undefined;
    const element: PageElement = { name, attributes, parent, previous, last: undefined };
    if (parent !== undefined) parent.last = element;
    this.#element = element;
    const { rules, style } = this.#find(element);
    if (style !== undefined && !attributes.style) return style;
    const own = readDeclarations(attributes.style ?? '');
    return readStyle(
      rules.filter((rule) => matches(rule, element)),
      own,
    );
  }

  close(): void {
    if (this.#element !== undefined) this.#element.last = undefined;
    this.#element = this.#element?.parent;
  }

  #addRule(selectors: string, body: string): void {
    for (const text of selectors.split(',')) {
      const selector = readSelector(text.trim());
      if (selector === undefined || this.#ruleCount >= maxRules) continue;
      const declarations = readDeclarations(body);
      const list = declarations['list-style-type'] ?? declarations['list-style'];
      // A rule that removes the markers of all lists is undone by rules that may not be applied.
      if (list !== undefined && !(selector.weight < 10 && /\bnone\b/.test(list))) {
        declarations['list-style-type'] = list;
      } else delete declarations['list-style-type'];
      delete declarations['list-style'];
      const key = keyOf(selector);
      const order = this.#ruleCount++;
      const rules = this.#rules.get(key) ?? [];
      rules.push({ ...selector, declarations, order });
      this.#rules.set(key, rules);
    }
  }

  #find(element: PageElement): Known {
    const { class: classes = '', id = '' } = element.attributes;
    const key = `${element.name} ${id} ${classes}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      const keys = [element.name, '*', `#${id}`, ...classes.split(/\s+/).map((mark) => `.${mark}`)];
      const rules = [...new Set(keys)]
        .flatMap((mark) => this.#rules.get(mark) ?? [])
        .filter((rule) => mayMatch(rule, element))
        .sort((a, b) => a.weight - b.weight || a.order - b.order);
      known = { rules, style: rules.every(isPlain) ? readStyle(rules, {}) : undefined };
      this.#known.set(key, known);
    }
    return known;
  }
}

function readStyle(rules: readonly Rule[], own: Declarations): ElementStyle {
  const declarations: Record<string, string> = {};
  const before: Record<string, string> = {};
  for (const rule of rules) Object.assign(rule.isBefore ? before : declarations, rule.declarations);
  Object.assign(declarations, own);
  if (Object.keys(declarations).length === 0 && Object.keys(before).length === 0) return shown;
  return {
    script: findScript(declarations),
    isStruck: /line-through/.test(
      `${declarations['text-decoration']} ${declarations['text-decoration-line']}`,
    ),
    isHidden: isHidden(declarations),
    listStyle: declarations['list-style-type'] ?? declarations['list-style'],
    counters: readCounterStyle(declarations, before),
  };
}

function readDeclarations(body: string): Record<string, string> {
  const declarations: Record<string, string> = {};
  for (const declaration of body.split(';')) {
    const at = declaration.indexOf(':');
    if (at === -1) continue;
    const value = declaration.slice(at + 1).replace(/!\s*important/i, '');
    const name = declaration.slice(0, at).trim().toLowerCase();
    declarations[name] = name === 'content' ? value.trim() : value.trim().toLowerCase();
  }
  return declarations;
}

function findScript(declarations: Declarations): ElementStyle['script'] {
  const { 'vertical-align': align = '', position, top, bottom } = declarations;
  if (align === 'super') return 'raised';
  if (align === 'sub') return 'lowered';
  const isSmall = 'font-size' in declarations || 'mso-text-raise' in declarations;
  const isMoved = position === 'relative' && isSmall;
  const shift = toEm(align) || (isMoved ? toEm(bottom) - toEm(top) : 0);
  if (Math.abs(shift) < minShift || Math.abs(shift) > 2) return undefined;
  return shift > 0 ? 'raised' : 'lowered';
}

/** Returns a length in em; 0 for what is no length. */
function toEm(length = ''): number {
  const [, number, unit] = /^([+-]?[\d.]+)(em|rem|ex|%|px|pt)$/.exec(length) ?? [];
  const value = Number(number) || 0;
  if (unit === '%') return value / 100;
  if (unit === 'ex') return value / 2;
  if (unit === 'px') return value / pixelsPerEm;
  return unit === 'pt' ? value / (pixelsPerEm * 0.75) : value;
}

/** Returns true for what is not shown, also where it stands outside the page or has no size. */
function isHidden(declarations: Declarations): boolean {
  const { display, visibility, position = '', clip = '', width, height, left } = declarations;
  if (display === 'none' || visibility === 'hidden' || visibility === 'collapse') return true;
  if (/^inset\((?:50|100)%/.test(declarations['clip-path'] ?? '')) return true;
  if (!/^(?:absolute|fixed)$/.test(position)) return false;
  const isPoint = /^[01](?:px)?$/.test(width ?? '') && /^[01](?:px)?$/.test(height ?? '');
  return isPoint || /^rect\([01](?:px)?[, )]/.test(clip) || toEm(left) < -50;
}
