import type { Pool } from 'pg';
import { waitAtMost } from '../deadlines/wait-at-most.ts';

/** Longer than a loaded database needs, shorter than health checks wait. */
const timeoutMs = 2_000;

/** Returns whether the database answers in time. Never rejects. */
export async function probeDatabase(pool: Pool): Promise<boolean> {
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return (await waitAtMost(timeoutMs, answer)) ?? false;
}
