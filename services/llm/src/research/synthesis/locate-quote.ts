/** A span of UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const quotationMarks = /["'`´‘’‚‛“”„«»‹›]/u;
const dashes = /[\u2010-\u2015\u2212]/u;
const invisible = /[\u00ad\u200b-\u200d\ufeff]/u;
const omission = /\s*(?:\[\s*(?:…|\.{3})\s*\]|…|\.{3})\s*/u;
/** Almost every record contains shorter quotes. */
const minQuoteLength = 8;

interface Normalized {
  readonly text: string;
  /** For each character of `text`, where it begins in the original. */
  readonly starts: readonly number[];
}

/** Folds case, width, quotation marks, dashes and white space. */
function normalize(original: string): Normalized {
  let text = '';
  const starts: number[] = [];
  let index = 0;
  for (const character of original) {
    const folded = fold(character);
    const isRepeatedSpace = folded === ' ' && (text === '' || text.endsWith(' '));
    if (folded !== '' && !isRepeatedSpace) {
      text += folded;
      for (let unit = 0; unit < folded.length; unit += 1) starts.push(index);
    }
    index += character.length;
  }
  starts.push(index);
  return { text, starts };
}

function fold(character: string): string {
  if (invisible.test(character)) return '';
  if (/\s/u.test(character)) return ' ';
  if (quotationMarks.test(character)) return '"';
  if (dashes.test(character)) return '-';
  return character.normalize('NFKD').toLowerCase();
}

/**
 * Finds a quote in a text, word for word after normalisation. Parts around an ellipsis must follow
 * each other. Returns the span of the whole, or undefined.
 */
export function locateQuote(text: string, quote: string): Span | undefined {
  const parts = quote
    .split(omission)
    .map((part) => normalize(part).text.replaceAll(/^[\s".,;:]+|[\s".,;:]+$/g, ''))
    .filter(Boolean);
  if (parts.length === 0 || parts.join(' ').length < minQuoteLength) return undefined;
  const held = normalize(text);
  let start: number | undefined;
  let from = 0;
  for (const part of parts) {
    const found = findWords(held.text, part, from);
    if (found === undefined) return undefined;
    start ??= found;
    from = found + part.length;
  }
  return { start: held.starts[start ?? 0] ?? 0, end: endOf(held, from, text) };
}

function endOf({ starts }: Normalized, end: number, text: string): number {
  const last = starts[end - 1] ?? 0;
  return last + String.fromCodePoint(text.codePointAt(last) ?? 0).length;
}

/** The first place from `from` on where words begin and end. */
function findWords(text: string, words: string, from: number): number | undefined {
  for (let at = text.indexOf(words, from); at !== -1; at = text.indexOf(words, at + 1)) {
    const around = `${text[at - 1] ?? ' '}|${text[at + words.length] ?? ' '}`;
    const isWhole = !/[\p{L}\p{N}]/u.test(around);
    const isDecimal = /\d$/.test(words) && /^[.,]\d/.test(text.slice(at + words.length));
    if (isWhole && !isDecimal) return at;
  }
  return undefined;
}
