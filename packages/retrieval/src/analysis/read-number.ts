const digit = /\p{Nd}/u;
const otherDigits = /[^\P{Nd}0-9]/gu;
const separators = /[.,'’٫٬]/u;
const apostrophes = /['’٬]/g;

const whole = /^\d+$/;
/** Groups of three digits with one kind of separator: `3.750`, `1,234,567`. */
const grouped = /^\d{1,3}([.,'])\d{3}(?:\1\d{3})*$/;
const groupedWithDecimals = /^(\d{1,3}(?:([.,'])\d{3})+)(?!\2)[.,](\d+)$/;
/** Groups of India: `12,34,567.5`. */
const groupedInPairs = /^(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?$/;
const decimal = /^(\d+)[.,](\d+)$/;

/** Returns a text with the decimal digits of every script written as those of ASCII. */
export function toAsciiDigits(text: string): string {
  return text.replace(otherDigits, (found) => String(digitValue(found)));
}

/**
 * Returns the values that a written number may have, the likeliest first: `3.750,50` is `3750.5`,
 * `3.750` is 3750 or 3.75. Numbers of other forms, such as versions and dates, stay as they are.
 */
export function readNumber(written: string): string[] {
  const text = written.replace('٫', '.').replace(apostrophes, "'");
  if (whole.test(text)) return [text];
  const marks = groupedWithDecimals.exec(text) ?? groupedInPairs.exec(text);
  if (marks) return [toDecimal(withoutSeparators(marks[1] ?? ''), marks.at(-1) ?? '')];
  const parts = decimal.exec(text);
  const values = grouped.test(text) ? [withoutSeparators(text)] : [];
  if (parts) values.push(toDecimal(parts[1] ?? '', parts[2] ?? ''));
  return values.length > 0 ? values : [text];
}

/** Returns true for digits alone, with or without separators. */
export function isNumber(word: string): boolean {
  return [...word].every((character) => digit.test(character) || separators.test(character));
}

function toDecimal(integer: string, fraction: string): string {
  const digits = fraction.replace(/0+$/, '');
  return digits === '' ? integer : `${integer}.${digits}`;
}

function withoutSeparators(text: string): string {
  return text.replace(/\D/g, '');
}

function digitValue(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
