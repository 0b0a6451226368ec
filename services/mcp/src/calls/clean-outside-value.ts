import { cleanText } from '@lectern/contracts/drop-unseen';

/**
 * Returns a value of an outside service without characters that PostgreSQL rejects and without
 * those that a person does not see, in texts and in names of fields.
 */
export function cleanOutsideValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanOutsideValue);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cleanText(name), cleanOutsideValue(inner)]),
  );
}
