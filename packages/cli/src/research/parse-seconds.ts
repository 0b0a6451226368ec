import { InvalidArgumentError } from 'commander';

/** A time budget, for an option. */
export function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (seconds >= 0.1 && seconds <= 120) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds from 0.1 to 120.');
}
