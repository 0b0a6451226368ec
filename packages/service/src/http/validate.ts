import { AppError } from '@lectern/contracts';
import type { z } from 'zod';
import { type BrokenRule, findProblemWords, findRule } from './problem-words.ts';

/**
 * Validates input. Many clients send null for missing values: where a field does not accept null,
 * it counts as missing.
 * @throws AppError `invalid_request` that names the field and the problem.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input, { error: findProblemWords });
  if (result.success) return result.data;
  const nulls = result.error.issues.map(({ path }) => path).filter((path) => isNullAt(input, path));
  if (nulls.length === 0) throw toInvalidRequest(result.error);
  const again = schema.safeParse(nulls.reduce<unknown>(leaveOut, input), {
    error: findProblemWords,
  });
  if (again.success) return again.data;
  throw toInvalidRequest(again.error);
}

type Path = readonly PropertyKey[];

function isNullAt(value: unknown, [key, ...rest]: Path): boolean {
  if (!isRecord(value) || key === undefined || !Object.hasOwn(value, key)) return false;
  const inner = value[key];
  return rest.length === 0 ? inner === null && !Array.isArray(value) : isNullAt(inner, rest);
}

/** Returns a copy without the field. */
function leaveOut(value: unknown, [key, ...rest]: Path): unknown {
  if (!isRecord(value) || key === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === key ? leaveOut(item, rest) : item));
  }
  if (rest.length > 0) return { ...value, [key]: leaveOut(value[key], rest) };
  const { [key]: _, ...others } = value;
  return others;
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Maximum reported problems of one request. */
const maxProblems = 20;

function toInvalidRequest(error: z.ZodError): AppError {
  const problems = error.issues.flatMap(toProblems).slice(0, maxProblems);
  const { field, message } = problems[0] ?? { field: 'body', message: 'is not valid' };
  return new AppError('invalid_request', `${field}: ${message}`, { details: { field, problems } });
}

interface Problem extends BrokenRule {
  readonly field: string;
  readonly message: string;
}

function toProblems(issue: z.core.$ZodIssue): Problem[] {
  const paths =
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key])
      : [issue.path];
  return paths.map((path) => ({
    field: path.map(String).join('.') || 'body',
    message: issue.message,
    ...findRule(issue),
  }));
}
