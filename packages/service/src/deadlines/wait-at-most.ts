/**
 * Waits for a promise for a limited time; returns undefined after it. The work continues, and a
 * later failure is ignored.
 * @throws Error of the promise within that time.
 */
export async function waitAtMost<Result>(
  timeoutMs: number,
  running: Promise<Result>,
): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), timeoutMs);
  return Promise.race([running, late.promise]).finally(() => clearTimeout(timer));
}
