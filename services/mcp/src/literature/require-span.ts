import { AppError, isSpan } from '@lectern/contracts';

type End = Readonly<Record<string, string | undefined>>;

/**
 * Rejects a span that ends before it begins. Each end has the name of its argument.
 * @throws AppError `invalid_request`.
 */
export function requireSpan(from: End, to: End): void {
  const [[first = '', beginning] = []] = Object.entries(from);
  const [[field = '', end] = []] = Object.entries(to);
  if (isSpan(beginning, end)) return;
  const message = `${field}: must not be before ${first}`;
  throw new AppError('invalid_request', message, { details: { field } });
}
