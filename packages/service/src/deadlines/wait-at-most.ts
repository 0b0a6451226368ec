/**
 * Waits until something has ended, or for so long. What is waited for goes on then, and a failure
 * that comes later is unheard here.
 * @throws Error what it rejects with in that time.
 */
export async function waitAtMost<Result>(
  timeoutMs: number,
  running: Promise<Result>,
): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), timeoutMs);
  return Promise.race([running, late.promise]).finally(() => clearTimeout(timer));
}
