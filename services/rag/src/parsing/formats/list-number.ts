const romans = Object.entries({
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
});
const russian = 'абвгдежзиклмнопрстуфхцчшщэюя';
const greek = 'αβγδεζηθικλμνξοπρστυφχψω';
const ideographic =
  /^(?:ideographDigital|(?:chinese|japanese)Counting|(?:chinese|taiwanese)CountingThousand|japaneseDigitalTenThousand|koreanDigital2)$/;
const ideographs = '〇一二三四五六七八九';

/**
 * Returns a number as lists show it: 4 as `4`, `d`, `IV`, …; '' for `none` and `bullet`.
 * @param style by the names of WordprocessingML (ECMA-376, ST_NumberFormat); `001` for zeros before it.
 */
export function formatListNumber(value: number, style: string): string {
  switch (style) {
    case 'bullet':
    case 'none':
      return '';
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'lowerLetter':
      return toLetters(value, 'abcdefghijklmnopqrstuvwxyz');
    case 'upperLetter':
      return toLetters(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    case 'russianLower':
      return toLetters(value, russian);
    case 'russianUpper':
      return toLetters(value, russian.toUpperCase());
    case 'lowerGreek':
      return toLetters(value, greek);
    case 'lowerRoman':
      return toRoman(value);
    case 'upperRoman':
      return toRoman(value).toUpperCase();
    case 'ordinal':
      return `${value}${ordinalSuffix(value)}`;
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return value >= 1 && value <= 20 ? String.fromCharCode(0x245f + value) : String(value);
    default:
      if (ideographic.test(style)) return toIdeographs(value);
      return /^0+1$/.test(style) ? String(value).padStart(style.length, '0') : String(value);
  }
}

/** 27 is `aa`, 28 is `bb`, as word processors count. */
function toLetters(value: number, alphabet: string): string {
  if (value < 1 || value > alphabet.length * 20) return String(value);
  const letter = alphabet[(value - 1) % alphabet.length] as string;
  return letter.repeat(Math.ceil(value / alphabet.length));
}

function toRoman(value: number): string {
  if (value < 1 || value > 4999) return String(value);
  let rest = value;
  let text = '';
  for (const [letters, worth] of romans) {
    while (rest >= worth) {
      text += letters;
      rest -= worth;
    }
  }
  return text;
}

function ordinalSuffix(value: number): string {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
}

function toIdeographs(value: number): string {
  if (value < 0 || value > 99) return String(value);
  const digit = (at: number) => ideographs[at] as string;
  if (value < 10) return digit(value);
  const tens = Math.floor(value / 10);
  return `${tens > 1 ? digit(tens) : ''}十${value % 10 > 0 ? digit(value % 10) : ''}`;
}

/** A level of a list: its style and its text, where `%1` is the number of the first level. */
export interface ListLevel {
  readonly style: string;
  /** Such as `%1.%2.` or `(%3)`. */
  readonly text: string;
  readonly start: number;
  /** Level (from 1) whose items restart this one; 0 never restarts, undefined is every higher. */
  readonly restartAfter?: number | undefined;
  /** True if numbers of higher levels are shown as decimals (`1.1` under `Article I`). */
  readonly isLegal?: boolean;
}

/** Counts the items of a list with several levels. */
export class ListCounter {
  readonly #counts: (number | undefined)[] = [];
  /** Marker of the last item of each level. */
  readonly #markers: string[] = [];

  /** Counts an item and returns its marker, such as `2.`, `2.2(b)(ii)` or `-`. */
  next(levels: readonly (ListLevel | undefined)[], depth: number, restartAt?: number): string {
    const level = levels[depth];
    if (level === undefined) return '-';
    const value = restartAt ?? (this.#counts[depth] ?? level.start - 1) + 1;
    this.#counts[depth] = value;
    this.#restartBelow(levels, depth);
    if (level.style === 'bullet') return '-';
    const own = level.text
      .replace(/%([1-9])/g, (_, place: string) => this.#show(levels, level, Number(place) - 1))
      .trim();
    const marker = this.#inContext(own, depth);
    this.#markers.length = Math.min(this.#markers.length, depth);
    this.#markers[depth] = marker;
    return marker;
  }

  #show(levels: readonly (ListLevel | undefined)[], shownIn: ListLevel, at: number): string {
    const { style = 'decimal', start = 1 } = levels[at] ?? {};
    const value = this.#counts[at] ?? start;
    return formatListNumber(value, shownIn.isLegal ? 'decimal' : style);
  }

  #restartBelow(levels: readonly (ListLevel | undefined)[], depth: number): void {
    for (let at = depth + 1; at < this.#counts.length; at += 1) {
      const after = levels[at]?.restartAfter;
      if (after === undefined || (after !== 0 && depth < after)) this.#counts[at] = undefined;
    }
  }

  /** Puts the number of the clause above before `(b)`, so that the item can be cited alone. */
  #inContext(own: string, depth: number): string {
    if (!/^\([^()]{1,8}\)$/.test(own)) return own;
    const above = this.#markers.slice(0, depth).findLast((marker) => marker !== undefined);
    return above !== undefined && /^(?:\d+\.)*\d+\.?(?:\(\w+\))*$/.test(above)
      ? `${above.replace(/\.$/, '')}${own}`
      : own;
  }
}
