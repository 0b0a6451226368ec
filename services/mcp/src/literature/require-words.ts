import { AppError, namesSomething } from '@lectern/contracts';

/**
 * Rejects a query without search words, which would find every record.
 * @throws AppError `invalid_request`.
 */
export function requireWords(field: string, words: string): void {
  if (namesSomething(words)) return;
  const message = `${field}: must name something; signs, AND, OR and NOT do not`;
  throw new AppError('invalid_request', message, { details: { field } });
}
