/** Whether a row was refused because another one has the same key; `constraint` names the one meant. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const violated = violatedConstraint(error);
  return violated !== undefined && (constraint === undefined || violated === constraint);
}

/** The unique constraint that refused a row, empty where it has no name; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined;
  return 'constraint' in error ? String(error.constraint) : '';
}
