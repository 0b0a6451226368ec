import { z } from 'zod';

export interface QueryNumberOptions {
  readonly min: number;
  readonly max: number;
  /** Default value. */
  readonly otherwise: number;
}

/**
 * Returns the schema of an integer in a query string, in decimal digits only: other forms that
 * JavaScript reads as numbers (`0x10`, `1e2`, a leading space, nothing) are rejected.
 */
export function queryNumberSchema({ min, max, otherwise }: QueryNumberOptions) {
  const number = z.int({ error: describeForm }).min(min).max(max).default(otherwise);
  // Twice: the API's description shows the inner one, the outer one makes it optional for callers.
  return z.preprocess(readDecimal, number).default(otherwise);
}

function describeForm({ code }: z.core.$ZodRawIssue): string | undefined {
  return code === 'invalid_type' ? 'must be a whole number in decimal digits' : undefined;
}

function readDecimal(given: unknown): unknown {
  return typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given;
}

/** Returns the schema of such an integer that may be left out. */
export function optionalQueryNumberSchema({ min, max }: Omit<QueryNumberOptions, 'otherwise'>) {
  const number = z.int({ error: describeForm }).min(min).max(max).optional();
  return z.preprocess(readDecimal, number).optional();
}

/**
 * Query of every list: `limit` items from `cursor`, an opaque string of an earlier response; empty
 * for the first page.
 */
export const pageQuerySchema = z.object({
  limit: queryNumberSchema({ min: 1, max: 500, otherwise: 50 }),
  cursor: z.string().max(1000).optional(),
});
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** `true` and `false` in a query string. */
export const queryBooleanSchema = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
