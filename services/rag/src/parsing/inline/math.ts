import { childrenOf, find, textOf, type XmlNode } from '../xml-tree.ts';
import type { Inline } from './inline.ts';
import { writeInline } from './write-inline.ts';

type Content = readonly Inline[];

const combining: Readonly<Record<string, string>> = {
  '¯': '\u0305',
  ˉ: '\u0305',
  '‾': '\u0305',
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '→': '\u20d7',
  '˙': '\u0307',
};

/** Returns an Office formula (`m:oMath` and what is below it) as running text. */
export function readOmml(node: XmlNode): Inline[] {
  const part = (name: string) => parts(childrenOf(node, `m:${name}`), readOmml);
  const property = (name: string) => find(node, `${node.name}Pr`, `m:${name}`)?.attributes['m:val'];
  switch (node.name) {
    case 'm:t':
    case 'w:t':
      return [textOf(node)];
    case 'm:f':
      if (property('type') === 'noBar') return ['(', ...part('num'), ' over ', ...part('den'), ')'];
      return [{ kind: 'fraction', numerator: part('num'), denominator: part('den') }];
    case 'm:rad':
      return [{ kind: 'root', content: part('e'), degree: part('deg') }];
    case 'm:sSup':
    case 'm:sSub':
    case 'm:sSubSup':
      return [...base(part('e')), ...scripts(part('sub'), part('sup'))];
    case 'm:sPre':
      return [' ', ...scripts(part('sub'), part('sup')), ...part('e')];
    case 'm:nary':
      return [property('chr') ?? '∫', ...scripts(part('sub'), part('sup')), ' ', ...part('e')];
    case 'm:limLow':
      return [...part('e'), ...scripts(part('lim'), [])];
    case 'm:limUpp':
      return [...part('e'), ...scripts([], part('lim'))];
    case 'm:func':
      return [...part('fName'), ' ', ...part('e')];
    case 'm:d': {
      const cells = childrenOf(node, 'm:e').map((cell) => readOmml(cell));
      const inner = separated(cells, property('sepChr') ?? '|');
      return [property('begChr') ?? '(', ...inner, property('endChr') ?? ')'];
    }
    case 'm:m':
      return matrix(
        childrenOf(node, 'm:mr').map((row) => childrenOf(row, 'm:e')),
        readOmml,
      );
    case 'm:eqArr':
      return separated(
        childrenOf(node, 'm:e').map((row) => readOmml(row)),
        '; ',
      );
    case 'm:acc':
      return accented(part('e'), property('chr') ?? '\u0302');
    case 'm:bar':
      return accented(part('e'), '\u0305');
    case 'm:phant':
      return property('show') === '0' ? [] : part('e');
    case 'w:del':
    case 'w:moveFrom':
      return [];
    default:
      return node.name.endsWith('Pr') ? [] : parts(childrenOf(node), readOmml);
  }
}

/** Returns a MathML formula as running text; names may have any prefix. */
export function readMathMl(node: XmlNode): Inline[] {
  const elements = childrenOf(node);
  const at = (index: number) => parts(elements.slice(index, index + 1), readMathMl);
  const all = () => parts(elements, readMathMl);
  switch (localName(node.name)) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
    case 'ms':
      return [token(node)];
    case 'mspace':
      return [' '];
    case 'mfrac':
      return [{ kind: 'fraction', numerator: at(0), denominator: at(1) }];
    case 'msqrt':
      return [{ kind: 'root', content: all(), degree: [] }];
    case 'mroot':
      return [{ kind: 'root', content: at(0), degree: at(1) }];
    case 'msup':
      return [...base(at(0)), ...scripts([], at(1))];
    case 'msub':
      return [...base(at(0)), ...scripts(at(1), [])];
    case 'msubsup':
    case 'munderover':
      return [...base(at(0)), ...scripts(at(1), at(2))];
    case 'mmultiscripts':
      return multiscripts(elements);
    case 'munder':
      return [...base(at(0)), ...scripts(at(1), [])];
    case 'mover':
      return combining[writeInline(at(1)).trim()] === undefined
        ? [...base(at(0)), ...scripts([], at(1))]
        : accented(at(0), writeInline(at(1)).trim());
    case 'mfenced': {
      const { open = '(', close = ')', separators = ',' } = node.attributes;
      const cells = elements.map((element) => readMathMl(element));
      return [open, ...separated(cells, separators.trim()[0] ?? ''), close];
    }
    case 'mtable':
      return matrix(
        elements.map((row) => childrenOf(row)),
        readMathMl,
      );
    case 'semantics':
      return at(0);
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
    case 'none':
      return [];
    default:
      return all();
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** Returns a token without the invisible operators. */
function token(node: XmlNode): string {
  return textOf(node)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\u2061/g, ' ')
    .replace(/\u2064/g, '')
    .replace(/\u2063/g, ',');
}

function parts(nodes: readonly XmlNode[], read: (node: XmlNode) => Inline[]): Inline[] {
  const pieces = nodes.flatMap((node) => read(node));
  return pieces
    .filter((piece, at) => piece !== times || separatesDigits(pieces, at))
    .map(showTimes);
}

/** The sign of a product that is not shown. */
const times = '\u2062';

/** Returns true if two numbers would read as one without the sign between them. */
function separatesDigits(pieces: readonly Inline[], at: number): boolean {
  const before = writeInline(pieces.slice(Math.max(0, at - 1), at));
  const after = writeInline(pieces.slice(at + 1, at + 2));
  return /\d$/.test(before) && /^\d/.test(after);
}

function showTimes(piece: Inline): Inline {
  return piece === times ? '·' : piece;
}

/** Returns a base with its scripts on the right and, after `mprescripts`, on the left. */
function multiscripts(elements: readonly XmlNode[]): Inline[] {
  const [first, ...others] = elements;
  const end = others.findIndex(({ name }) => localName(name) === 'mprescripts');
  const pairs = (nodes: readonly XmlNode[]) =>
    nodes.flatMap((node, at) =>
      scripts(at % 2 === 0 ? readMathMl(node) : [], at % 2 === 0 ? [] : readMathMl(node)),
    );
  const left = end === -1 ? [] : pairs(others.slice(end + 1));
  const right = pairs(end === -1 ? others : others.slice(0, end));
  return [
    ...(left.length > 0 ? [' ', ...left] : []),
    ...base(first === undefined ? [] : readMathMl(first)),
    ...right,
  ];
}

/** Returns the base of a script, in brackets unless it is one term. */
function base(content: Content): Content {
  const text = writeInline(content);
  return /^(?:[\p{L}\p{N}.]*|\P{L}|\(.*\)|\[.*\]|\|.*\||.\p{M}+)$/u.test(text.trim())
    ? content
    : ['(', ...content, ')'];
}

function scripts(below: Content, above: Content): Inline[] {
  return [
    ...(below.length > 0 ? [{ kind: 'lowered', content: below } as const] : []),
    ...(above.length > 0 ? [{ kind: 'raised', content: above } as const] : []),
  ];
}

function separated(cells: readonly Content[], separator: string): Inline[] {
  return cells.flatMap((cell, at) => (at === 0 ? [...cell] : [separator, ...cell]));
}

function matrix(rows: readonly XmlNode[][], read: (node: XmlNode) => Inline[]): Inline[] {
  const lines = rows.map((cells) =>
    separated(
      cells.map((cell) => read(cell)),
      ', ',
    ),
  );
  return ['[', ...separated(lines, '; '), ']'];
}

/** Returns one character with its accent; longer text without it. */
function accented(content: Content, sign: string): Inline[] {
  const text = writeInline(content).trim();
  const mark = combining[sign] ?? sign;
  return [...text].length === 1 && /^\p{M}$/u.test(mark) ? [`${text}${mark}`] : [...content];
}
