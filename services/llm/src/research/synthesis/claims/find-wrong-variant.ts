import type { RecordSource } from '../record-source.ts';

/** Ways of doing a thing, of which a record names one. */
const variants: readonly (readonly RegExp[])[] = [
  ['single', 'double', 'triple', 'quadruple'].map(
    (word) => new RegExp(`(?<![\\p{L}])${word}[-\\s]+(?:blind|mask)`, 'iu'),
  ),
  [/(?<![\p{L}])cross-?over/iu, /(?<![\p{L}])parallel/iu, /(?<![\p{L}])factorial/iu],
  [/(?<![\p{L}])first-line/iu, /(?<![\p{L}])second-line/iu, /(?<![\p{L}])third-line/iu],
];
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];
const ordered = new RegExp(`(?<![\\p{L}])(${ordinals.join('|')})\\s+([\\p{L}-]{3,})`, 'giu');
/** `ACTT-2`, `ACTT 2`. */
const numbered =
  /(?<![\p{L}\p{N}-])(\p{Lu}[\p{L}]*\p{Lu}[\p{L}]*)[-\s](\d{1,3})(?![\p{L}\p{N}]|[.,]\d|%)/gu;

/** Another variant than the records name: single-blind of a double-blind trial, a second episode of a first one, ACTT-2 of ACTT. */
export function findWrongVariant(
  claim: string,
  held: string,
  cited: readonly RecordSource[],
): string | undefined {
  const family = variants.find((kinds) => {
    const own = kinds.filter((kind) => kind.test(claim));
    return (
      own.length > 0 &&
      kinds.some((kind) => kind.test(held)) &&
      !own.some((kind) => kind.test(held))
    );
  });
  if (family) return 'design';
  return findWrongOrdinal(claim, held) ?? findWrongNumbered(claim, held, cited);
}

function findWrongOrdinal(claim: string, held: string): string | undefined {
  const known = [...held.toLowerCase().matchAll(ordered)];
  const wrong = [...claim.toLowerCase().matchAll(ordered)].find(([, ordinal, noun]) => {
    const same = known.filter(([, , other]) => other === noun);
    return same.length > 0 && !same.some(([, other]) => other === ordinal);
  });
  return wrong && `${wrong[1]} ${wrong[2]}`;
}

/** Numbers of one name that are said at once: the `0 or` of `ECOG 0 or 1`. */
const listedBefore = '(?:\\d{1,3}\\s*(?:[,/–-]|,?\\s*(?:and|or|to|и|или)(?![\\p{L}]))\\s*-?\\s*)*';

/**
 * A name with a number where the records have it with others, or where it is a cited study's own and
 * the study has none. However the number is joined: HER2, HER-2 and HER 2, a BMI of 30 and a BMI 30.
 */
function findWrongNumbered(
  claim: string,
  held: string,
  cited: readonly RecordSource[],
): string | undefined {
  const wrong = [...claim.matchAll(numbered)].find(([said, name = '', number]) => {
    // A roman numeral is a phase or a type, and a year stands behind a journal.
    if (/^[IVX]+$/.test(name)) return false;
    const named = `(?<![\\p{L}\\p{N}])${name}`;
    const same = `${named}[-\\s]?${listedBefore}${number}(?!\\p{N}|[.,]\\p{N})`;
    if (new RegExp(same, 'iu').test(held)) return false;
    // Two words apart may be a measure and its value.
    const joint = said.includes('-') ? '[-\\s]?' : '-?';
    const other = `${named}${joint}\\d{1,3}(?![\\p{L}\\p{N}]|[.,]\\d|%)`;
    return new RegExp(other, 'u').test(held) || isOwnName(name, cited);
  });
  return wrong && `name ${wrong[0]}`;
}

/** Whether a cited study is called so, with a number or without. */
function isOwnName(name: string, cited: readonly RecordSource[]): boolean {
  const own = new RegExp(`^${name}(?:[-\\s]?\\d+)?:|\\(${name}(?:[-\\s]?\\d+)?\\)\\.?$`, 'u');
  const called = new RegExp(`^${name}(?:[-\\s]?\\d+)?$`, 'iu');
  return cited.some(({ kind, record, passages: [{ title }] }) => {
    if (kind !== 'trial') return kind === 'publication' && own.test(title);
    const studied = [...record.conditions, ...record.interventions.map((one) => one.name)];
    if (studied.some((one) => new RegExp(`(?<![\\p{L}])${name}(?![\\p{L}])`, 'iu').test(one)))
      return false;
    return (
      called.test(record.acronym ?? '') ||
      [title, record.official_title ?? ''].some((one) => own.test(one))
    );
  });
}
