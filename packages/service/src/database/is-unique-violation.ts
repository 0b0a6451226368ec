/** Returns whether a unique constraint rejected a row; optionally one with this name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const violated = violatedConstraint(error);
  return violated !== undefined && (constraint === undefined || violated === constraint);
}

/**
 * Returns the unique constraint that rejected a row, empty if it has no name; undefined for other
 * errors.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined;
  return 'constraint' in error ? String(error.constraint) : '';
}
