import type { Pool } from 'pg';
import { waitAtMost } from '../deadlines/wait-at-most.ts';

/** Longer than a loaded database takes for nothing, shorter than whoever asks for health waits. */
const timeoutMs = 2_000;

/** Whether the database answers in time. Never rejects. */
export async function probeDatabase(pool: Pool): Promise<boolean> {
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  );
  return (await waitAtMost(timeoutMs, answer)) ?? false;
}
