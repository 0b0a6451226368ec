import { distance } from 'fastest-levenshtein';

const maxDistance = 2;
const minNameLength = 6;

/** Returns the most similar of other names, if it differs by two typing errors at most. */
export function findSimilarName(name: string, others: readonly string[]): string | undefined {
  if (name.length < minNameLength) return undefined;
  const [best] = others
    .filter((other) => other !== name && Math.abs(other.length - name.length) <= maxDistance)
    .map((other) => ({ other, errors: distance(name.toUpperCase(), other.toUpperCase()) }))
    .filter(({ errors }) => errors <= maxDistance)
    .toSorted((a, b) => a.errors - b.errors);
  return best?.other;
}
