import { InvalidArgumentError } from 'commander';

/** Parses a number of concurrent operations. */
export function parseCount(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > 32) {
    throw new InvalidArgumentError('It must be a number from 1 to 32.');
  }
  return count;
}

/** Parses the number of entries to show. */
export function parseLimit(value: string): number {
  const limit = Number(value);
  if (Number.isInteger(limit) && limit >= 1) return limit;
  throw new InvalidArgumentError('It must be a number from 1.');
}
