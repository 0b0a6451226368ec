/** Effect of styles on the text of an element. */
export interface ElementStyle {
  readonly script: 'raised' | 'lowered' | undefined;
  readonly isStruck: boolean;
  readonly isHidden: boolean;
}

interface Rule {
  readonly name: string | undefined;
  readonly classes: readonly string[];
  readonly id: string | undefined;
  readonly declarations: Declarations;
}

type Declarations = Readonly<Record<string, string>>;

/** Maximum rules of a page that are applied; only rules that change the text count. */
const maxRules = 1000;
/** Smallest shift of a raised text, in em; a smaller one aligns an icon. */
const minShift = 0.2;
const pixelsPerEm = 16;
const shown: ElementStyle = { script: undefined, isStruck: false, isHidden: false };
const compound = /^([a-z][\w-]*)?((?:[.#][\w-]+)*)$/i;
const relevant =
  /vertical-align|text-decoration|position|display|visibility|clip|(?:^|[\s;])width/i;

/**
 * The styles of a page: those of its attributes, and those of its style sheets by element, class and
 * id. Selectors that depend on other elements or on a state are not applied.
 */
export class PageStyles {
  readonly #rules: Rule[] = [];
  readonly #known = new Map<string, Declarations>();

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
      const isForScreen = !around.some((rule) => /@media(?!.*\bscreen\b).*\bprint\b/i.test(rule));
      if (isForScreen && relevant.test(body)) this.#addRule(selectors, body);
    }
  }

  of(name: string, { class: classes = '', id, style = '' }: Record<string, string>): ElementStyle {
    const declarations = { ...this.#fromRules(name, classes, id), ...readDeclarations(style) };
    return Object.keys(declarations).length === 0
      ? shown
      : {
          script: findScript(declarations),
          isStruck: /line-through/.test(
            `${declarations['text-decoration']} ${declarations['text-decoration-line']}`,
          ),
          isHidden: isHidden(declarations),
        };
  }

  #addRule(selectors: string, body: string): void {
    for (const selector of selectors.split(',')) {
      const found = compound.exec(selector.trim());
      if (found === null || selector.trim() === '' || this.#rules.length >= maxRules) continue;
      const [, name, rest = ''] = found;
      const marks = rest.match(/[.#][\w-]+/g) ?? [];
      this.#rules.push({
        name: name?.toLowerCase(),
        classes: marks.filter((mark) => mark[0] === '.').map((mark) => mark.slice(1)),
        id: marks.find((mark) => mark[0] === '#')?.slice(1),
        declarations: readDeclarations(body),
      });
    }
  }

  #fromRules(name: string, classes: string, id = ''): Declarations {
    if (this.#rules.length === 0) return {};
    const key = `${name} ${id} ${classes}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const own = new Set(classes.split(/\s+/));
    const matching = this.#rules.filter(
      (rule) =>
        (rule.name === undefined || rule.name === name) &&
        (rule.id === undefined || rule.id === id) &&
        rule.classes.every((mark) => own.has(mark)),
    );
    const sorted = matching.sort((a, b) => weigh(a) - weigh(b));
    const declarations = Object.assign({}, ...sorted.map((rule) => rule.declarations));
    this.#known.set(key, declarations);
    return declarations;
  }
}

function weigh({ name, classes, id }: Rule): number {
  return (id === undefined ? 0 : 10_000) + classes.length * 10 + (name === undefined ? 0 : 1);
}

function readDeclarations(body: string): Declarations {
  const declarations: Record<string, string> = {};
  for (const declaration of body.split(';')) {
    const at = declaration.indexOf(':');
    if (at === -1) continue;
    const value = declaration.slice(at + 1).replace(/!\s*important/i, '');
    declarations[declaration.slice(0, at).trim().toLowerCase()] = value.trim().toLowerCase();
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
