/**
 * Estimates the tokens of a text for a language model, in one pass and without tables. Within 10 %
 * of the o200k encoding for English, Chinese, Markdown and code; up to 20 % too high for Russian,
 * and too high for scripts that few models know well. Up to four times too low for long runs of
 * letters that are not words.
 *
 * @param start UTF-16 unit of the start. @param end UTF-16 unit after the end.
 */
export function estimateTokens(text: string, start = 0, end = text.length): number {
  return Math.ceil(estimateCost(text, start, end) / costOfToken);
}

/** Cost of one token in {@link estimateCost}. */
export const costOfToken = 100;

/**
 * Returns the estimate before rounding, in hundredths of a token. The cost of a whole is at most
 * the cost of its parts, where a line break between two parts costs {@link costOfLineBreak}.
 */
export function estimateCost(text: string, start: number, end: number): number {
  let cost = 0;
  let previous: CharacterClass = 'space';
  for (let unit = start; unit < end; unit += 1) {
    const current = classify(text.charCodeAt(unit));
    cost += costOf(current, previous);
    previous = current;
  }
  return cost;
}

/**
 * Finds the longest head of a range, in UTF-16 units, within a number of tokens.
 *
 * @returns the unit after it; beyond `start` by at least one character.
 */
export function fitTokens(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  maxTokens: number,
): number {
  const limit = maxTokens * costOfToken;
  let cost = 0;
  let previous: CharacterClass = 'space';
  for (let unit = start; unit < end; unit += 1) {
    const current = classify(text.charCodeAt(unit));
    cost += costOf(current, previous);
    if (cost > limit) return Math.max(wholeCharacter(text, unit), afterFirst(text, start));
    previous = current;
  }
  return end;
}

type CharacterClass =
  | 'space'
  | 'newline'
  | 'latin'
  | 'digit'
  | 'punctuation'
  | 'letter'
  | 'ideograph'
  | 'rare'
  | 'high_surrogate'
  | 'low_surrogate';

export const costOfLineBreak = 50;

/** Costs in hundredths of a token: `first` where the class begins a run, `next` inside it. */
const costs: Record<CharacterClass, { first: number; next: number }> = {
  space: { first: 0, next: 0 },
  newline: { first: costOfLineBreak, next: 0 },
  latin: { first: 100, next: 4 },
  digit: { first: 75, next: 25 },
  punctuation: { first: 75, next: 75 },
  letter: { first: 80, next: 20 },
  ideograph: { first: 85, next: 85 },
  rare: { first: 200, next: 200 },
  high_surrogate: { first: 200, next: 200 },
  low_surrogate: { first: 0, next: 0 },
};

function costOf(current: CharacterClass, previous: CharacterClass): number {
  const inRun = current === previous || (current === 'letter' && previous === 'latin');
  return inRun ? costs[current].next : costs[current].first;
}

function classify(code: number): CharacterClass {
  if (code < 0x80) {
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) return 'latin';
    if (code === 0x0a) return 'newline';
    if (code <= 0x20) return 'space';
    return code >= 0x30 && code <= 0x39 ? 'digit' : 'punctuation';
  }
  if (code < 0x0f00) return 'letter';
  if (code < 0x1e00) return code >= 0x10a0 && code < 0x1100 ? 'letter' : 'rare';
  if (code < 0x2000) return 'letter';
  if (code < 0x2e80) return 'punctuation';
  if (code >= 0xd800 && code <= 0xdbff) return 'high_surrogate';
  return code >= 0xdc00 && code <= 0xdfff ? 'low_surrogate' : 'ideograph';
}

/** Moves a cut out of a character and its combining marks. */
function wholeCharacter(text: string, unit: number): number {
  let cut = wholePair(text, unit);
  const furthest = cut - 8;
  while (cut > furthest && cut > 0 && joinsPrevious.test(text[cut] as string)) {
    cut = wholePair(text, cut - 1);
  }
  return cut;
}

function wholePair(text: string, unit: number): number {
  const code = text.charCodeAt(unit);
  return code >= 0xdc00 && code <= 0xdfff ? unit - 1 : unit;
}

const joinsPrevious = /\p{M}|\u200d/u;

function afterFirst(text: string, start: number): number {
  const code = text.charCodeAt(start);
  return start + (code >= 0xd800 && code <= 0xdbff ? 2 : 1);
}
