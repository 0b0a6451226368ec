import { InvalidArgumentError } from 'commander';

/** A number of things at once, for an option. */
export function parseCount(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > 32) {
    throw new InvalidArgumentError('It must be a number from 1 to 32.');
  }
  return count;
}

/** How many of a list are shown. */
export function parseLimit(value: string): number {
  const limit = Number(value);
  if (Number.isInteger(limit) && limit >= 1) return limit;
  throw new InvalidArgumentError('It must be a number from 1.');
}
