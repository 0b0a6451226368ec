import { dropUnseen } from '@lectern/contracts';

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
/** A number that limits or counts, such as the size of a page. */
const maxCount = 100;

/**
 * Returns true if the arguments of a call contain words that the person did not write, so that they
 * may contain parts of what was read meanwhile. Names of the schema's own fields do not count.
 */
export function hasUnsaidWords(
  given: Readonly<Record<string, unknown>>,
  schema: Readonly<Record<string, unknown>>,
  said: readonly string[],
): boolean {
  const known = new Set(said.flatMap(listWords));
  const fields = Object.keys((schema.properties as object | undefined) ?? {});
  const texts = Object.entries(given).flatMap(([field, value]) => [
    ...(fields.includes(field) ? [] : [field]),
    ...listTexts(value),
  ]);
  return texts.some(
    (text) => dropUnseen(text) !== text || listWords(text).some((word) => !known.has(word)),
  );
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') {
    const isCount = Number.isInteger(value) && value >= 0 && value <= maxCount;
    return isCount ? [] : [String(value)];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return Object.entries(value).flatMap(([field, inner]) => [field, ...listTexts(inner)]);
}

function listWords(text: string): string[] {
  return Array.from(words.segment(text.normalize('NFKC').toLowerCase())).flatMap(
    ({ segment, isWordLike }) => (isWordLike ? [segment] : []),
  );
}
