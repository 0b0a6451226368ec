import type { Fraction, Inline, Link, Root } from './inline.ts';

/** Raised letters that belong to the number before them. */
const ordinal = /^(?:st|nd|rd|th|er|re|ère|ème|eme)$/i;
const oneToken = /^[+-]?[\p{L}\p{N}.,:′'*∞]+$/u;
const oneTerm = /^[\p{L}\p{N}.,%°√′']+$/u;
/** The end of a chemical formula or of an abbreviation, such as `Na`, `CO` or `(OH)`. */
const formulaEnd = /\p{Lu}\p{Ll}?$|[)\]]$/u;
/** A longer raised text is set for its looks. */
const maxScriptLength = 40;
const rootSigns: Readonly<Record<string, string>> = { '': '√', '2': '√', '3': '∛', '4': '∜' };

/**
 * Writes running text with one rule for each kind: `10^-6`, `H2O`, `x_i`, `1/24`, `√16`,
 * `500 [note 1]`, `label (https://example.org)`.
 */
export function writeInline(content: readonly Inline[]): string {
  let text = '';
  /** Characters that must not follow the piece before without a space. */
  let apart: RegExp | undefined;
  for (const piece of joinFractions(content)) {
    const next = typeof piece === 'string' ? piece : writePiece(piece, text);
    if (next === '') continue;
    text += apart?.test(next) ? ` ${next}` : next;
    apart = typeof piece === 'string' ? undefined : startsApart(piece, next);
  }
  return text;
}

/** Returns the pieces with a fraction for raised digits, a slash and lowered digits: ¹⁄₂. */
function joinFractions(content: readonly Inline[]): readonly Inline[] {
  const joined: Inline[] = [];
  for (let at = 0; at < content.length; at += 1) {
    const [piece, slash, below] = content.slice(at, at + 3) as [Inline, Inline?, Inline?];
    const numerator = digitsOf(piece, 'raised');
    const denominator = digitsOf(below, 'lowered');
    const [, plain, rest = ''] =
      typeof slash === 'string' ? (/^\u2044(\d+)(.*)$/s.exec(slash) ?? []) : [];
    if (numerator === undefined) joined.push(piece);
    else if (denominator !== undefined && /^\s*[/\u2044\u2215]\s*$/.test(String(slash))) {
      joined.push({ kind: 'fraction', numerator: [numerator], denominator: [denominator] });
      at += 2;
    } else if (plain !== undefined) {
      joined.push({ kind: 'fraction', numerator: [numerator], denominator: [plain] }, rest);
      at += 1;
    } else joined.push(piece);
  }
  return joined;
}

function digitsOf(piece: Inline | undefined, kind: 'raised' | 'lowered'): string | undefined {
  if (typeof piece !== 'object' || piece.kind !== kind) return undefined;
  const [text, ...others] = piece.content;
  if (typeof text !== 'string' || others.length > 0) return undefined;
  return /^\s*\d+\s*$/.test(text) ? text.trim() : undefined;
}

function writePiece(piece: Exclude<Inline, string>, before: string): string {
  switch (piece.kind) {
    case 'raised':
      return writeRaised(writeInline(piece.content), before);
    case 'lowered':
      return writeLowered(writeInline(piece.content), before);
    case 'guide':
      return inBrackets(' (', writeInline(piece.content).trim());
    case 'fraction':
      return writeFraction(piece, before);
    case 'root':
      return writeRoot(piece);
    case 'note_mark':
      return `${spaceAfter(/\S$/, before)}[note ${piece.mark}]`;
    case 'link':
      return writeLink(piece);
    case 'picture':
      return inBrackets('[picture: ', piece.description.replace(/\s+/g, ' ').trim(), ']');
    case 'check_box':
      return piece.isTicked ? '☒' : '☐';
  }
}

/** Returns the characters before which a piece needs a space, so that its end stays visible. */
function startsApart(piece: Exclude<Inline, string>, written: string): RegExp | undefined {
  switch (piece.kind) {
    case 'raised':
    case 'lowered':
      return /\d$/.test(written) ? /^\d/ : undefined;
    case 'fraction':
    case 'note_mark':
    case 'check_box':
    case 'root':
      return /^[\p{L}\p{N}]/u;
    default:
      return undefined;
  }
}

function writeRaised(content: string, before: string): string {
  const text = tidyScript(content);
  if (text === '' || text.length > maxScriptLength) return content;
  if (/\d$/.test(before) && ordinal.test(text)) return text;
  if (/^o$/i.test(text)) return '°';
  if (/^tm$/i.test(text)) return '™';
  if (isLetterless(text)) return text;
  return oneToken.test(text) ? `^${text}` : `^(${text})`;
}

function writeLowered(content: string, before: string): string {
  const text = tidyScript(content);
  if (text === '' || text.length > maxScriptLength) return content;
  if (/^\d+$/.test(text) && formulaEnd.test(before)) return text;
  if (isLetterless(text)) return text;
  return oneToken.test(text) ? `_${text}` : `_(${text})`;
}

/** Returns true for note signs such as `*`, and for what is in brackets already, such as `[14]: 20`. */
function isLetterless(text: string): boolean {
  return /^(?:\[\w+\]|[[(].*[\])]$)/.test(text) || !/[\p{L}\p{N}]/u.test(text);
}

/** Returns a script on one line, with its minus as a hyphen, as it is typed. */
function tidyScript(content: string): string {
  return content
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[\u2010-\u2012\u2212]\s*/, '-');
}

function writeFraction({ numerator, denominator }: Fraction, before: string): string {
  const space = spaceAfter(/[\p{L}\p{N}]$/u, before);
  return `${space}${writeTerm(numerator)}/${writeTerm(denominator)}`;
}

function writeRoot({ content, degree }: Root): string {
  const power = writeInline(degree).trim();
  const sign = rootSigns[power] ?? `root(${power})`;
  return `${sign}${writeTerm(content)}`;
}

/** Writes a part of a formula, in brackets unless it is one term. */
function writeTerm(content: readonly Inline[]): string {
  const text = writeInline(content).trim();
  return oneTerm.test(text) || isBracketed(text) ? text : `(${text})`;
}

/** Returns true if the first bracket closes at the end. */
function isBracketed(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at === text.length - 1;
  }
  return false;
}

/** Writes a link's text, then its target in brackets unless the text contains it. */
function writeLink({ content, target }: Link): string {
  const text = writeInline(content);
  const address = target.trim().replace(/^mailto:/i, '');
  const bare = address.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  if (address === '' || text.includes(bare)) return text;
  return text.trim() === '' ? address : `${text.trimEnd()} (${address})`;
}

function spaceAfter(pattern: RegExp, before: string): string {
  return pattern.test(before) ? ' ' : '';
}

function inBrackets(open: string, text: string, close = ')'): string {
  return text === '' ? '' : `${open}${text}${close}`;
}
