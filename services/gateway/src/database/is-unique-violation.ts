/** Whether a row was refused because another one has the same key, that of `index` if it is named. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    (index === undefined || ('constraint' in error && error.constraint === index))
  );
}
