import { AppError, type ProblemRule } from '@lectern/contracts';

export interface InvalidFieldOptions {
  /** Without it, pages of other languages show the English words. */
  readonly rule?: ProblemRule;
  /** Number in the words of the rule. */
  readonly limit?: number;
  readonly cause?: unknown;
}

/** Returns the error `invalid_request` for a field. `problem` follows its name: `is not known`. */
export function invalidField(
  field: string,
  problem: string,
  { cause, ...rule }: InvalidFieldOptions = {},
): AppError {
  const details = { field, ...rule };
  return new AppError('invalid_request', `${field}: ${problem}`, { cause, details });
}
