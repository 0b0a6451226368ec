const people =
  '(?:participants?|patients?|subjects?|volunteers?|adults?|children|infants?|women|men|people|persons|individuals|участник\\p{L}*|пациент\\p{L}*|человек\\p{L}*|доброволь\\p{L}*|взросл\\p{L}*|дет\\p{L}{1,3})';
const number = '\\d{1,3}(?:[,\\u00a0 ]\\d{3})+|\\d+';
const saidPattern = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(${number})\\s+(?:\\p{L}[\\p{L}-]*\\s+){0,2}?${people}(?![\\p{L}])|(?:\\benrol\\p{L}*:?|участников:|включено)\\s+(?:of\\s+|was\\s+)?(${number})(?![\\p{N}.%]|\\s*%)`,
  'giu',
);
/** What stands beside a number that counts people. */
const behind = new RegExp(
  `^\\s*(?:[\\p{L}\\d()[\\]-]+,?\\s+){0,5}?(?:${people}|were|underwent|randomi[sz]\\p{L}*|assigned|received|enrol\\p{L}*|completed)(?![\\p{L}])`,
  'iu',
);
const before =
  /(?:\bn\s*=\s*|\benrol\p{L}*:?\s+(?:of\s+)?|\btotal of\s+|sample size (?:of|was)\s+|участников:\s*)$/iu;

/** A number of people that the records hold as the number of something else alone. */
export function findWrongSize(claim: string, held: string): string | undefined {
  const sizes = [...claim.matchAll(saidPattern)].map(([, one, other]) => one ?? other ?? '');
  const wrong = sizes.find((size) => {
    const places = findPlaces(size, held);
    return (
      places.length > 0 &&
      !places.some(
        ({ start, end }) =>
          behind.test(held.slice(end, end + 80)) ||
          before.test(held.slice(Math.max(0, start - 30), start)),
      )
    );
  });
  return wrong && `number ${wrong} of people`;
}

function findPlaces(size: string, held: string): readonly { start: number; end: number }[] {
  const digits = size.replaceAll(/\D/g, '');
  return [...held.matchAll(new RegExp(`(?<![\\p{N}.,])(?:${number})(?!\\p{N})`, 'gu'))]
    .filter(([found]) => found.replaceAll(/\D/g, '') === digits)
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}
