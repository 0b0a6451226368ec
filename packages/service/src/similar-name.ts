/** Mistakes that a misspelt name may have. */
const maxMistakes = 2;
const minNameLength = 6;

/** The name most like another one, if it can be taken for a slip of the keys. */
export function findSimilarName(name: string, others: readonly string[]): string | undefined {
  if (name.length < minNameLength) return undefined;
  const [best] = others
    .filter((other) => other !== name && Math.abs(other.length - name.length) <= maxMistakes)
    .map((other) => ({ other, mistakes: countMistakes(name.toUpperCase(), other.toUpperCase()) }))
    .filter(({ mistakes }) => mistakes <= maxMistakes)
    .toSorted((a, b) => a.mistakes - b.mistakes);
  return best?.other;
}

/** Letters left out, added, exchanged or swapped with their neighbour. */
function countMistakes(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
