/** A line at the edge of a page, split into its page number and the rest. */
export interface NumberedLine {
  readonly rest: string;
  readonly number: number;
  /**
   * True for a number that is alone or set apart; false for a number that is a word of the line.
   */
  readonly isApart: boolean;
}

const word = /(?:page|pg|p|seite|s|стр(?:аница)?|с|página|pagina|pág|strona|str|sida|第)\.?/iu;
const number = /(\d{1,4}|[ivxlc]{1,7})/iu;
const total = /(?:\s*(?:of|von|из|de|di|sur|z|av|\/|共)\s*\d{1,4})?/iu;
const marks = String.raw`[-–—~|·•.\[\]()\s]*`;

/** A page number alone: `12`, `- 12 -`, `Page 12 of 40`, `第 12 页`. */
const bare = new RegExp(
  `^${marks}(?:${word.source})?${marks}${number.source}${total.source}\\s*页?${marks}$`,
  'iu',
);
const separator = String.raw`(?:\t|\s+[|•·–—/]\s+)`;
/** A number set apart from the text beside it. */
const leading = new RegExp(`^${number.source}${separator}(?=\\S)`, 'iu');
const trailing = new RegExp(
  `${separator}(?:${word.source}\\s*)?${number.source}${total.source}$`,
  'iu',
);
/** A number after the word for a page. */
const named = new RegExp(
  `(?:^|\\s)(?:page|seite|страница|стр\\.|página|第)\\s*${number.source}${total.source}\\s*页?$`,
  'iu',
);

/** A number at the start or end of a line, like any word. */
const first = /^(\d{1,4})\s+(?=\S)/u;
const last = /\s+(\d{1,4})$/u;

/** Returns the possible readings of a line that contains a page number. */
export function readPageNumbers(text: string): NumberedLine[] {
  const alone = readNumber(bare, text);
  if (alone !== undefined) return [{ rest: '', number: alone, isApart: true }];
  return [leading, named, trailing, first, last].flatMap((form) => {
    const number = readNumber(form, text);
    if (number === undefined) return [];
    const rest = text.replace(form, ' ').trim();
    return [{ rest, number, isApart: form !== first && form !== last }];
  });
}

function readNumber(form: RegExp, text: string): number | undefined {
  const digits = form.exec(text)?.[1];
  return digits === undefined ? undefined : toNumber(digits);
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function toNumber(digits: string): number | undefined {
  if (/^\d/.test(digits)) return Number(digits);
  const values = [...digits.toLowerCase()].map((digit) => romanDigits[digit] as number);
  let sum = 0;
  for (const [at, value] of values.entries()) sum += value < (values[at + 1] ?? 0) ? -value : value;
  return sum > 0 && sum < 120 ? sum : undefined;
}
