import type { Pool } from 'pg';

/** Longer than a loaded database takes for nothing, shorter than whoever asks for health waits. */
const timeoutMs = 2_000;

/** Whether the database answers in time. Never rejects. */
export async function probeDatabase(pool: Pool): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), timeoutMs);
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}
