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
export function findWrongVariant(claim: string, held: string): string | undefined {
  const family = variants.find((kinds) => {
    const own = kinds.filter((kind) => kind.test(claim));
    return (
      own.length > 0 &&
      kinds.some((kind) => kind.test(held)) &&
      !own.some((kind) => kind.test(held))
    );
  });
  if (family) return 'design';
  return findWrongOrdinal(claim, held) ?? findWrongNumbered(claim, held);
}

function findWrongOrdinal(claim: string, held: string): string | undefined {
  const known = [...held.toLowerCase().matchAll(ordered)];
  const wrong = [...claim.toLowerCase().matchAll(ordered)].find(([, ordinal, noun]) => {
    const same = known.filter(([, , other]) => other === noun);
    return same.length > 0 && !same.some(([, other]) => other === ordinal);
  });
  return wrong && `${wrong[1]} ${wrong[2]}`;
}

/** A name with a number where the records have it with others or none alone. */
function findWrongNumbered(claim: string, held: string): string | undefined {
  const known = new Set(
    [...held.matchAll(numbered)].map(([, name, number]) => `${name} ${number}`),
  );
  const wrong = [...claim.matchAll(numbered)].find(([said, name = '', number]) => {
    if (known.has(`${name} ${number}`) || held.includes(said)) return false;
    // A roman numeral is a phase or a type, and a year stands behind a journal.
    if (/^[IVX]+$/.test(name)) return false;
    return new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}])`, 'u').test(held);
  });
  return wrong && `name ${wrong[0]}`;
}
