import type { Response } from 'express';
import { onClosed } from '../deadlines/on-closed.ts';
import type { Grounds, Revocations } from './revocations.ts';

/**
 * Lets a request that revokes its own credential, as leaving an organisation does, get its answer.
 */
const graceMs = 1_000;

/** Cuts a response that is still open when its credential ends. */
export function cutWhenRevoked(
  revocations: Revocations,
  grounds: Grounds,
  response: Response,
): void {
  let cut: NodeJS.Timeout | undefined;
  const stopWatching = revocations.watch(grounds, () => {
    cut = setTimeout(() => response.destroy(), graceMs);
  });
  onClosed(response, () => {
    stopWatching();
    clearTimeout(cut);
  });
}
