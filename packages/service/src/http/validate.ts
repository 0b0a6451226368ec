import { AppError } from '@lectern/contracts';
import type { z } from 'zod';

/** Checks input from outside. Throws `invalid_request` that names the field and says what is wrong. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw toInvalidRequest(result.error);
}

export function toInvalidRequest(error: z.ZodError): AppError {
  const issue = error.issues[0];
  const path = issue?.path.map(String) ?? [];
  const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys : undefined;
  const field = [...path, ...(unknownKeys?.slice(0, 1) ?? [])].join('.') || 'body';
  const reason = unknownKeys ? 'is not a known field' : (issue?.message ?? 'is not valid');
  return new AppError('invalid_request', `${field}: ${reason}`, {
    details: {
      field,
      problems: error.issues.slice(0, 20).map((entry) => ({
        field: entry.path.map(String).join('.') || 'body',
        message: entry.message,
      })),
    },
  });
}
